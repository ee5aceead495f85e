import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startOf } from '../processes.mjs'
import { assertEndsOn, elsewhere, launch, linesOf } from './support/launch.mjs'
import { makeFolder, openElsewhere, query, readText } from './support/world.mjs'

for (const name of ['SIGINT', 'SIGHUP'])
  test(`${name} ends the server with one SIGTERM, then the database`, (t) => assertEndsOn(name, t))

test('a CLI command that ends leaves the database to a draining orphan', async (t) => {
  const { child, ended, firstLine, serverPid, dataDir, journal } = await launch(t, { DRAIN: '3000' })
  await firstLine()
  child.kill('SIGKILL')
  await ended
  const cli = await openElsewhere(t, dataDir)
  await cli.close()
  assert.notEqual(startOf(serverPid()), null)
  const url = /^database (.*)$/m.exec(readText(journal))[1]
  assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
})

test('gives up with the exit code when no process starts any more', async (t) => {
  const dieIf = join(makeFolder(t), 'die')
  const { ask, ended, words, firstLine, journal } = await launch(t, { DATABASE_URL: elsewhere, DIE_IF: dieIf })
  await firstLine()
  writeFileSync(dieIf, '')
  await assert.rejects(ask('/die'))
  assert.equal(await ended, 9)
  assert.match(words.err, /the server exited by itself \(code 9\) and does not start any more/)
  assert.equal(linesOf(journal, /^started/).length, 4)
})
