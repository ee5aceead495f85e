import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { startOf } from '../processes.mjs'
import { runWithDatabase, withDatabase } from './support/with_database.mjs'
import { spawnScript, until } from './support/world.mjs'

test('passes DATABASE_URL, forwards a signal, returns the exit code and cleans up', async (t) => {
  const { child, ended, firstLine, words, folder } = runWithDatabase(
    t,
    'while :; do sleep 0.05; done',
    "trap 'echo heard; exit 3' TERM"
  )
  assert.match(await firstLine(), /^\d+ postgres:\/\/postgres:\w+@127\.0\.0\.1:\d+\/app$/)
  child.kill('SIGTERM')
  assert.equal(await ended, 3)
  assert.match(words.out, /heard/)
  assert.deepEqual(readdirSync(folder), [])
})

test('removes database and folder even when killed', async (t) => {
  const { child, ended, firstLine, folder } = runWithDatabase(t, 'exec sleep 30')
  const command = Number((await firstLine()).split(' ')[0])
  const [name] = readdirSync(folder)
  const postmaster = Number(readFileSync(join(folder, name, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  child.kill('SIGKILL')
  await ended
  await until(() => readdirSync(folder).length === 0 && startOf(postmaster) === null, 'the clean-up')
  process.kill(command, 'SIGKILL')
})

test('reports wrong usage in one line and starts nothing', async (t) => {
  const { ended, words } = spawnScript(t, [withDatabase, '--what', '--', 'true'])
  assert.equal(await ended, 1)
  assert.match(words.err, /^usage: .*\n$/)
})
