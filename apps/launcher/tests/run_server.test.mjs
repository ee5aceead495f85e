import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { clusterOf } from '../database.mjs'
import { findPostmaster } from '../postmaster.mjs'
import { startOf } from '../processes.mjs'
import { assertEndsOn, elsewhere, launch, launchSeveral, linesOf, signalsIn } from './support/launch.mjs'
import { makeFolder, openElsewhere, readText, query, until } from './support/world.mjs'

test('reports when the server is ready, with a database', async (t) => {
  const { child, ended, firstLine, journal } = await launch(t)
  assert.equal(await firstLine(), 'ready')
  const url = /^database (.*)$/m.exec(readText(journal))[1]
  assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
})

test('SIGTERM ends the server with one SIGTERM, then the database', (t) => assertEndsOn('SIGTERM', t))

test('Ctrl-C in the process group stops the server before the database', async (t) => {
  const { child, ended, firstLine, journal } = await launch(t, { DRAIN: '100' }, { detached: true })
  await firstLine()
  process.kill(-child.pid, 'SIGINT')
  assert.equal(await ended, 0)
  assert.deepEqual(signalsIn(journal), ['SIGTERM'])
})

test('kills a server that misses its deadline and stops the database', async (t) => {
  const { child, ended, firstLine, dataDir } = await launch(t, { DRAIN: 'never' })
  await firstLine()
  child.kill('SIGTERM')
  assert.equal(await ended, 128 + 9)
  assert.equal(await findPostmaster(clusterOf(dataDir)), null)
})

test("returns the server's exit code", async (t) => {
  const { ended, dataDir } = await launch(t, { DIE_AT_ONCE: '9' })
  assert.equal(await ended, 9)
  assert.equal(await findPostmaster(clusterOf(dataDir)), null)
})

test('a signal during the creation of the database stops everything', async (t) => {
  const { child, ended, dataDir, words } = await launch(t, {}, { isFresh: true })
  await until(() => words.err.includes('creating a new database'), 'the database to be created')
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  assert.equal(await findPostmaster(clusterOf(dataDir)), null)
  assert.equal(words.out, '')
})

test('the server stops when the launcher is killed, and the next start adopts the database', async (t) => {
  const { child, ended, firstLine, hasLogged, serverPid, dataDir } = await launch(t)
  await firstLine()
  child.kill('SIGKILL')
  await ended
  await until(() => startOf(serverPid()) === null, 'the server to end')
  assert.equal(hasLogged('launcher gone'), true)
  const next = await openElsewhere(t, dataDir)
  assert.equal(next.adopted, true)
  await next.close()
})

for (const host of ['127.0.0.1', '0.0.0.0']) {
  test(`reports a port taken on ${host} in one line and starts nothing`, async (t) => {
    const otherServer = createServer()
    await new Promise((resolve) => otherServer.listen(0, host, resolve))
    t.after(() => otherServer.close())
    const { port } = otherServer.address()
    const { ended, words, dataDir, journal } = await launch(t, { PORT: String(port), HOST: '' }, { isFresh: true })
    assert.equal(await ended, 1)
    assert.equal(
      words.out + words.err,
      `Port ${port} is taken by another program: stop it, or choose another port: PORT=${port + 1} npm start\n`
    )
    assert.deepEqual([existsSync(dataDir), existsSync(journal)], [false, false])
  })
}

test('reports an invalid PORT in one line and starts nothing', async (t) => {
  const { ended, words, dataDir } = await launch(t, { PORT: 'eighty' }, { isFresh: true })
  assert.equal(await ended, 1)
  assert.equal(words.err, 'PORT must be a whole number from 1 to 65535, not "eighty"\n')
  assert.equal(existsSync(dataDir), false)
})

test('starts no embedded database with a DATABASE_URL', async (t) => {
  const { child, ended, firstLine, hasLogged, dataDir } = await launch(
    t,
    { DATABASE_URL: 'postgres://elsewhere/db' },
    { isFresh: true }
  )
  await firstLine()
  assert.equal(hasLogged('database postgres://elsewhere/db'), true)
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  assert.equal(existsSync(dataDir) && readdirSync(dataDir).length > 0, false)
})

test('reports invalid PROCESSES in one line and starts nothing', async (t) => {
  const { ended, words } = await launch(t, { PROCESSES: '0', DATABASE_URL: elsewhere })
  assert.equal(await ended, 1)
  assert.equal(words.err, 'PROCESSES must be auto or a whole number from 1 to 64, not "0"\n')
})

test('several processes accept connections from one socket, and one SIGTERM ends each', async (t) => {
  const { child, ended, journal, ask } = await launchSeveral(t)
  assert.deepEqual(linesOf(journal, /^started/), ['started 1 of 2', 'started 2 of 2'])
  const seen = new Set()
  await until(async () => {
    for (const answer of await Promise.all(Array.from({ length: 20 }, () => ask()))) seen.add(answer.split(' ')[0])
    return seen.size === 2
  }, 'answers of both')
  assert.match(await ask('/metrics'), /^\["[12]"\]$/, 'the metrics of the other process')
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  assert.deepEqual(signalsIn(journal), ['SIGTERM', 'SIGTERM'])
})

test('restarts a process that dies while the other serves', async (t) => {
  const { ask, words, journal } = await launchSeveral(t)
  await assert.rejects(ask('/die'))
  await until(() => linesOf(journal, /^listening/).length === 3, 'the restart')
  assert.match(words.err, /process [12] exited by itself \(code 7\), restarting it\n/)
})

test('SIGUSR2 replaces one process after another without a failed request', async (t) => {
  const { child, ask, words, journal } = await launchSeveral(t)
  let isOver = false
  const answers = []
  const load = Array.from({ length: 4 }, async () => {
    while (!isOver) answers.push(await ask())
  })
  child.kill('SIGUSR2')
  await until(
    () => words.err.includes('all processes are replaced'),
    'the replacement',
    () => words.err
  )
  isOver = true
  await Promise.all(load)
  assert.deepEqual(linesOf(journal, /^(started|leave)/), [
    'started 1 of 2',
    'started 2 of 2',
    'started 1 of 2',
    'leave 1',
    'started 2 of 2',
    'leave 2',
  ])
})

test('keeps the old process when its replacement does not start', async (t) => {
  const dieIf = join(makeFolder(t), 'die')
  const { child, ask, words, journal } = await launchSeveral(t, { DIE_IF: dieIf })
  writeFileSync(dieIf, '')
  child.kill('SIGUSR2')
  await until(
    () => words.err.includes('keeping the old one'),
    'the refusal',
    () => words.err
  )
  assert.match(await ask(), /^[12] /)
  assert.deepEqual(linesOf(journal, /^leave/), [])
})
