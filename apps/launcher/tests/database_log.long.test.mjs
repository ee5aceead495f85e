import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../database.mjs'
import { rotateLog } from '../database_log.mjs'
import { makeFolder, query, readText, until } from './support/world.mjs'

test("keeps values of rows out of the database's log, and rotates it at the start and while it runs", async (t) => {
  const dataDir = makeFolder(t)
  const path = join(dataDir, 'postgres.log')
  writeFileSync(path, 'x'.repeat(5_000_000))
  const database = await openDatabase({ dataDir, unsafeFast: true, say: () => {} })
  assert.equal(statSync(`${path}.1`).size, 5_000_000)
  assert.equal(statSync(`${path}.1`).mode & 0o077, 0)
  assert.ok(statSync(path).size < 100_000)

  await query(database.ownerUrl, 'create table people (email text primary key)')
  const add = `insert into people select 'ann' || chr(64) || 'example.test'`
  await query(database.ownerUrl, add)
  await assert.rejects(query(database.ownerUrl, add), { code: '23505', detail: /ann@example\.test/ })
  await until(() => readText(path).includes('people_pkey'), 'the error in the log')
  assert.doesNotMatch(readText(path), /ann@example\.test/)

  // Does what keepUp() does periodically, with a limit that the log exceeds.
  rotateLog(path, 100)
  assert.match(readText(`${path}.1`), /people_pkey/)
  await assert.rejects(query(database.ownerUrl, 'select no_column'), { code: '42703' })
  await until(() => readText(path).includes('no_column'), 'a line in the truncated file')
  assert.ok(!readFileSync(path).includes(0), 'writing continues at the start of the file')

  database.keepUp()
  writeFileSync(path, 'y'.repeat(5_000_000), { flag: 'a' })
  await until(() => readText(`${path}.1`).includes('yyy') && statSync(path).size < 5_000_000, 'the log to be rotated')
  await database.close()
})
