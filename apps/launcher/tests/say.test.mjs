import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spawnScript, support } from './support/world.mjs'

const fail = (error) => `
  import { runMain } from ${JSON.stringify(support('../../say.mjs'))}
  await runMain(() => { throw ${error} })`

for (const [title, error, says] of [
  [
    'reports a full disk in one line',
    `Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', path: '/data/app.key' })`,
    /^The disk is full \(\/data\/app\.key\): free some space, then try again\.\n$/,
  ],
  ['keeps the stack of a bug', `new TypeError('a bug')`, /^TypeError: a bug\n {4}at /],
])
  test(title, async (t) => {
    const { ended, words } = spawnScript(t, ['--input-type=module', '--eval', fail(error)])
    assert.equal(await ended, 1)
    assert.match(words.err, says)
  })
