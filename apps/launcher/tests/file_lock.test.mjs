import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { withFileLock } from '../file_lock.mjs'
import { startOf } from '../processes.mjs'
import { makeFolder, readText, spawnScript, support } from './support/world.mjs'

test('processes take over the lock of a dead holder one at a time', async (t) => {
  const folder = makeFolder(t)
  const lock = join(folder, 'lock')
  writeFileSync(lock, '4194304 00000000:1 dead\n')
  writeFileSync(join(folder, 'count'), '0')
  const runs = Array.from({ length: 6 }, () => spawnScript(t, [support('count_under_lock.mjs'), folder, '25']))
  for (const { ended, words } of runs) assert.equal(await ended, 0, words.err)
  assert.equal(readText(join(folder, 'count')), '150')
  assert.deepEqual(readdirSync(folder), ['count'])
})

test('waits for a live holder and names it after the timeout', async (t) => {
  const lock = join(makeFolder(t), 'lock')
  const holder = `${process.pid} ${startOf(process.pid)} other\n`
  writeFileSync(lock, holder)
  await assert.rejects(
    withFileLock(lock, () => assert.fail('got it'), { timeoutMs: 200 }),
    { message: `Process ${process.pid} holds ${lock}: end it, then try again.` }
  )
  assert.equal(readFileSync(lock, 'utf8'), holder)
})

test('releases the lock when the work fails', async (t) => {
  const folder = makeFolder(t)
  const lock = join(folder, 'lock')
  await assert.rejects(
    withFileLock(lock, () => Promise.reject(new Error('no'))),
    { message: 'no' }
  )
  assert.equal(await withFileLock(lock, () => 'mine'), 'mine')
  assert.deepEqual(readdirSync(folder), [])
})
