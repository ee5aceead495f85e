import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { cli } from './support.ts'

const plugins = () => readdirSync(join(import.meta.dirname, '../../plugins')).sort()

/** tests/guides runs the generated plugins. */
test.group('make-plugin', () => {
  for (const [what, args, code, says] of [
    [
      'a kind that is none',
      ['dance', 'mine'],
      2,
      /one of model, payment, image, mail, age, bus, moderation, voice, not 'dance'/,
    ],
    ['no name', ['model'], 2, /Missing: the name\. There is no terminal/],
    ['a name with capitals', ['model', 'Mine'], 2, /The name 'Mine' is invalid/],
    ['a name that leads elsewhere', ['model', '../../mine'], 2, /is invalid/],
    ['a name with a blank', ['model', 'my model'], 2, /is invalid/],
    ['a name that begins with a digit', ['model', '4ever'], 2, /is invalid/],
    ['a name without an end', ['model', 'a'.repeat(41)], 2, /is invalid/],
    ['an existing folder', ['model', 'ollama'], 1, /plugins\/model-ollama already exists\. Nothing was written/],
    ['an existing image provider', ['image', 'replicate'], 1, /plugins\/image-replicate already exists/],
  ] as [string, string[], number, RegExp][])
    test(`refuses ${what} without a database and writes nothing`, async ({ assert }) => {
      const before = plugins()
      const run = await cli(['make-plugin', ...args])
      assert.equal(run.code, code)
      assert.match(run.err, says)
      assert.equal(run.out, '')
      assert.deepEqual(plugins(), before)
    }).tags(what === 'an existing folder' ? [] : longRun)
})
