import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runJapa, runLauncherTests } from '../suites.mjs'
import { makeFolder } from './support/world.mjs'

/** Runs a stub of Japa that writes `summary` and exits with `code`. */
async function judgeJapa(t, { summary, code }) {
  const root = makeFolder(t)
  const node = join(root, 'node')
  const report = summary ? `echo '${JSON.stringify(summary)}' > "$TEST_SUMMARY"; ` : ''
  const hasSettings = `[ "$DATABASE_URL $MORE" = "postgres://admin more" ] || exit 77`
  writeFileSync(node, `#!/bin/sh\n${hasSettings}\n${report}exit ${code}\n`, { mode: 0o755 })
  const environment = { MORE: 'more' }
  return runJapa({ root, node, folder: root, databaseUrl: 'postgres://admin', rest: [], write: () => {}, environment })
}

test('uses the suite’s counts and passes on the database and other variables', async (t) => {
  assert.deepEqual(await judgeJapa(t, { summary: { passed: 3, failed: 0, skipped: 1 }, code: 0 }), {
    passed: 3,
    failed: 0,
    skipped: 1,
    failures: [],
  })
  assert.deepEqual(await judgeJapa(t, { summary: { passed: 3, failed: 1, failures: ['a'] }, code: 1 }), {
    passed: 3,
    failed: 1,
    skipped: 0,
    failures: ['a'],
  })
})

test('counts one failure for a suite that crashed, wrote nothing or ran nothing', async (t) => {
  assert.equal((await judgeJapa(t, { summary: { passed: 3, failed: 0 }, code: 1 })).failed, 1)
  assert.equal((await judgeJapa(t, { code: 0 })).failed, 1)
  assert.equal((await judgeJapa(t, { summary: { passed: 0, failed: 0 }, code: 0 })).failed, 1)
  assert.equal((await judgeJapa(t, { summary: { passed: 0, failed: 0, skipped: 9 }, code: 0 })).failed, 1)
})

test('counts tests of node:test, and an unreadable file as a failure', async (t) => {
  const root = makeFolder(t)
  mkdirSync(join(root, 'apps/launcher/tests'), { recursive: true })
  const put = (name, body) =>
    writeFileSync(join(root, 'apps/launcher/tests', name), `import { test } from 'node:test'\n${body}`)
  const run = (more = {}) => runLauncherTests({ root, folder: root, rest: [], write: () => {}, ...more })
  put('good.test.mjs', "test('a', () => {}); test('b', () => {}); test.skip('c')")
  assert.deepEqual(await run(), { passed: 2, failed: 0, skipped: 1, failures: [] })
  put('slow.long.test.mjs', "test('e', () => {})")
  assert.equal((await run({ isLong: false })).passed, 2)
  assert.equal((await run({ isLong: true })).passed, 1)
  assert.equal((await run()).passed, 3)
  rmSync(join(root, 'apps/launcher/tests/slow.long.test.mjs'))
  put('bad.test.mjs', "test('d', () => { throw new Error('no') })")
  assert.deepEqual(await run(), { passed: 2, failed: 1, skipped: 1, failures: ['d'] })
  put('broken.test.mjs', 'this is no program')
  assert.equal((await run()).failed, 2)
})
