import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWithBackup } from '../../../modules/kernel/conversion/open_with_backup.mjs'
import { openDatabase } from '../database.mjs'
import { makeFolder, query, spawnScript, support } from './support/world.mjs'

const quiet = { unsafeFast: true, say: () => {} }

/** Creates the database of an earlier release, with a few rows. */
const makeEarlier = async (t) => {
  const dataDir = makeFolder(t)
  const database = await openDatabase({ dataDir, ...quiet })
  await query(database.ownerUrl, 'CREATE TABLE adonis_schema (name text)')
  await query(database.ownerUrl, `INSERT INTO adonis_schema VALUES ('modules/chat/migrations/4010_create_chats')`)
  await query(database.ownerUrl, 'CREATE TABLE notes AS SELECT generate_series(1, 1000) AS id')
  await database.close()
  return { dataDir, backup: join(dataDir, 'backup-before-0.1.0') }
}

const countNotes = async (dataDir) => {
  const database = await openDatabase({ dataDir, ...quiet })
  try {
    return (await query(database.ownerUrl, 'SELECT count(*)::int AS count FROM notes'))[0].count
  } finally {
    await database.close()
  }
}

test('a database of an earlier release is backed up, and the backup can take its place', async (t) => {
  const { dataDir, backup } = await makeEarlier(t)
  const lines = []
  const database = await openWithBackup({ dataDir, unsafeFast: true, say: (line) => lines.push(line) })
  assert.equal(database.environment.FACET_HAS_BACKUP, 'on')
  assert.match(
    lines.join('\n'),
    /making a backup in .*backup-before-0\.1\.0\n[^]*to return to the earlier release, stop Facet/
  )
  await query(database.ownerUrl, 'DROP TABLE notes')
  await database.close()
  assert.deepEqual(readdirSync(backup).toSorted(), ['database.password', 'postgres', 'server.password'])
  assert.equal(await countNotes(backup), 1000)
})

test('a database without earlier tables needs no backup', async (t) => {
  const dataDir = makeFolder(t)
  const database = await openWithBackup({ dataDir, ...quiet })
  await database.close()
  assert.equal(database.environment.FACET_HAS_BACKUP, undefined)
  assert.ok(!existsSync(join(dataDir, 'backup-before-0.1.0')))
})

test('a conversion that goes on keeps its backup, and one that begins anew makes another', async (t) => {
  const { dataDir, backup } = await makeEarlier(t)
  const first = await openWithBackup({ dataDir, ...quiet })
  await query(first.ownerUrl, 'CREATE SCHEMA facet_next')
  await query(first.ownerUrl, 'CREATE TABLE facet_next.rebuild_progress AS SELECT 1 AS row')
  await query(first.ownerUrl, 'DELETE FROM notes WHERE id > 900')
  await first.close()
  await (await openWithBackup({ dataDir, ...quiet })).close()
  assert.equal(await countNotes(backup), 1000)
  const second = await openWithBackup({ dataDir, ...quiet })
  await query(second.ownerUrl, 'DELETE FROM facet_next.rebuild_progress')
  await second.close()
  await (await openWithBackup({ dataDir, ...quiet })).close()
  assert.equal(await countNotes(backup), 900)
})

test('a full disk and other processes are refused before anything changes', async (t) => {
  const { dataDir, backup } = await makeEarlier(t)
  await assert.rejects(
    openWithBackup({ dataDir, ...quiet, freeBytes: () => 1e6 }),
    /\d+ MB are missing in .*: free some space, then start again\. Nothing has changed\./
  )
  const other = spawnScript(t, [support('open_database.mjs'), dataDir])
  await other.firstLine()
  await assert.rejects(openWithBackup({ dataDir, ...quiet }), /Other Facet processes use .*Stop all of them/)
  assert.ok(!existsSync(backup))
})

for (const step of ['copied', 'backed up'])
  test(`a start that is killed when the database is ${step} leaves it as it was, and the next one completes the backup`, async (t) => {
    const { dataDir, backup } = await makeEarlier(t)
    const { child, ended, firstLine } = spawnScript(t, [support('hold_backup.mjs'), dataDir, step])
    await firstLine()
    child.kill('SIGKILL')
    await ended
    assert.equal(existsSync(backup), step === 'backed up')
    assert.equal(await countNotes(dataDir), 1000)
    await (await openWithBackup({ dataDir, ...quiet })).close()
    assert.equal(await countNotes(backup), 1000)
    assert.ok(!existsSync(`${backup}.draft`))
  })
