import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'

const root = join(import.meta.dirname, '../src')

/** The folders from the top down. A folder may import itself and the folders after it. */
const folders = [
  'http',
  '.',
  'demo',
  'sending',
  'book',
  'transfer',
  'chats',
  'recovery',
  'generating',
  'memory',
  'allowance',
  'prompt',
]

test.group('The folders of chat', () => {
  test('import downwards only', ({ assert }) => {
    const breaches: string[] = []
    for (const file of globSync('**/*.ts', { cwd: root })) {
      const from = dirname(file)
      assert.include(folders, from, `${file}: add the folder to the order.`)
      const text = readFileSync(join(root, file), 'utf8')
      for (const [, specifier] of text.matchAll(/from '(\.[^']+)'/g)) {
        const target = join(from, specifier!)
        // The target is the module's own index.ts or api.ts.
        if (target.startsWith('..')) continue
        if (folders.indexOf(dirname(target)) < folders.indexOf(from)) breaches.push(`${file} imports ${target}`)
      }
    }
    assert.deepEqual(breaches, [])
  })
})
