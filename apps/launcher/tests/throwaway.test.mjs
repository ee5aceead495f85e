import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { startOf } from '../processes.mjs'
import { makeFolder, spawnScript, support, until } from './support/world.mjs'

const script = support('../../with_database.mjs')

/** A command that prints its DATABASE_URL and process id, then runs `script`. */
function runWithDatabase(t, then) {
  const folder = makeFolder(t)
  const run = spawnScript(t, [script, '--unsafe-fast', '--', 'sh', '-c', `echo $$ $DATABASE_URL; ${then}`], {
    env: { ...process.env, TMPDIR: folder },
  })
  return { folder, ...run }
}

test('passes DATABASE_URL, returns the exit code and cleans up', async (t) => {
  const { ended, firstLine, folder } = runWithDatabase(t, 'exit 7')
  assert.match(await firstLine(), /^\d+ postgres:\/\/postgres:\w+@127\.0\.0\.1:\d+\/app$/)
  assert.equal(await ended, 7)
  assert.deepEqual(readdirSync(folder), [])
})

test('forwards a signal and cleans up', async (t) => {
  const { child, ended, firstLine, words, folder } = runWithDatabase(
    t,
    "trap 'echo heard; exit 3' TERM; while :; do sleep 0.05; done"
  )
  await firstLine()
  child.kill('SIGTERM')
  assert.equal(await ended, 3)
  assert.match(words.out, /heard/)
  assert.deepEqual(readdirSync(folder), [])
})

test('starts nothing when interrupted early, and cleans up', async (t) => {
  const { child, ended, words, folder } = runWithDatabase(t, 'exec sleep 30')
  await until(() => readdirSync(folder).length > 0, 'the database to be created')
  child.kill('SIGTERM')
  assert.equal(await ended, 128 + 15)
  assert.equal(words.out, '')
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
  const { ended, words } = spawnScript(t, [script, '--what', '--', 'true'])
  assert.equal(await ended, 1)
  assert.match(words.err, /^usage: .*\n$/)
})
