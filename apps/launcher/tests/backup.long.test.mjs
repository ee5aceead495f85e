import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { backUp } from '../backup.mjs'
import { openDatabase } from '../database.mjs'
import { makeFolder, query } from './support/world.mjs'

const quiet = { unsafeFast: true, say: () => {} }

test('a restored backup contains everything committed before it was taken', async (t) => {
  const dataDir = makeFolder(t)
  const database = await openDatabase({ dataDir, ...quiet })
  await query(database.ownerUrl, 'create table kept (n int primary key)')
  mkdirSync(join(dataDir, 'pictures/ab'), { recursive: true })
  writeFileSync(join(dataDir, 'pictures/ab/picture.webp'), 'a picture')
  mkdirSync(join(dataDir, 'cards/owner'), { recursive: true })
  writeFileSync(join(dataDir, 'cards/owner/card'), 'a card')
  writeFileSync(join(dataDir, 'app.key'), 'the key', { mode: 0o600 })

  let isOver = false
  let written = 0
  const writing = (async () => {
    while (!isOver) {
      await query(database.ownerUrl, `insert into kept select generate_series(${written}, ${written + 99})`)
      written += 100
    }
  })()
  while (written === 0) await query(database.ownerUrl, 'select 1')
  const folder = join(makeFolder(t), 'backups', 'first')
  const atLeast = written
  const { bytes } = await backUp({ ownerUrl: database.ownerUrl, dataDir, folder })
  const atMost = written + 100
  isOver = true
  await writing
  assert.equal(bytes, statSync(join(folder, 'database.tar')).size)
  assert.equal(statSync(join(folder, 'database.tar')).mode & 0o077, 0)
  assert.equal(JSON.parse(readFileSync(join(folder, 'whole.json'), 'utf8')).databaseBytes, bytes)
  await assert.rejects(backUp({ ownerUrl: database.ownerUrl, dataDir, folder }), /is not empty/)
  await database.close()

  // Restores the backup as described in docs/operate.md.
  const restored = makeFolder(t)
  const { status, stderr } = spawnSync(
    '/bin/sh',
    [
      '-c',
      'mkdir -m 700 "$2/postgres" && tar -C "$2/postgres" -xf "$1/database.tar" && cp -a "$1/data/." "$2/"',
      'sh',
      folder,
      restored,
    ],
    { encoding: 'utf8', env: process.env }
  )
  assert.equal(status, 0, stderr)
  const again = await openDatabase({ dataDir: restored, ...quiet })
  const [{ count, max }] = await query(again.ownerUrl, 'select count(*)::int, max(n) from kept')
  assert.ok(count >= atLeast && count <= atMost, `${count} rows of ${atLeast} to ${atMost}`)
  assert.deepEqual([count % 100, max], [0, count - 1])
  assert.equal(readFileSync(join(restored, 'pictures/ab/picture.webp'), 'utf8'), 'a picture')
  assert.equal(readFileSync(join(restored, 'cards/owner/card'), 'utf8'), 'a card')
  assert.equal(readFileSync(join(restored, 'app.key'), 'utf8'), 'the key')
  assert.ok(!existsSync(join(restored, 'postmaster.pid')))
  await again.close()
})
