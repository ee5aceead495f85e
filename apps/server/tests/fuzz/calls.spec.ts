import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { calls } from './calls.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** The calls whose types have a query, such as `GET /api/chats`. */
const withQuery = globSync('modules/*/calls.ts', { cwd: root }).flatMap((file) => {
  const text = readFileSync(`${root}/${file}`, 'utf8')
  return [...text.matchAll(/: Call<([^=]*?)>\s*=\s*'([A-Z]+ \/[^']+)'/g)]
    .filter(([, types]) => /\bquery\b|\bSearch\b/.test(types!))
    .map(([, , call]) => call!)
})

test('The fuzzer knows a query of each call that takes one', ({ assert }) => {
  assert.isAbove(withQuery.length, 25)
  const fuzzed = (call: string) => {
    const [method, path] = call.split(' ') as [string, string]
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    return calls.some(
      (each) =>
        each.method === method &&
        Object.keys(each.query).length > 0 &&
        each.lines.some((line) => pattern.test(line.path.split('?')[0]!))
    )
  }
  assert.deepEqual(
    withQuery.filter((call) => !fuzzed(call)),
    [],
    'Add their parameters to `queries` in apps/server/tests/fuzz/calls.ts.'
  )
})
