import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { runWithDatabase } from './support/with_database.mjs'
import { until } from './support/world.mjs'

test('passes DATABASE_URL, returns the exit code and cleans up', async (t) => {
  const { ended, firstLine, folder } = runWithDatabase(t, 'exit 7')
  assert.match(await firstLine(), /^\d+ postgres:\/\/postgres:\w+@127\.0\.0\.1:\d+\/app$/)
  assert.equal(await ended, 7)
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
