import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { after, test } from 'node:test'
import { clusterOf } from '../database.mjs'
import { findFreePort } from '../port.mjs'
import { findPostmaster } from '../postmaster.mjs'
import { startOf } from '../processes.mjs'
import { makeFolder, openElsewhere, query, readText, spawnScript, support, until } from './support/world.mjs'

const elsewhere = 'postgres://elsewhere/db'
const sharedDataDir = join(makeFolder({ after }), 'data')

/** Runs the launcher with the stub server on a free port, in a data folder with or without a database. */
async function launch(t, environment = {}, { isFresh = false, detached = false } = {}) {
  const folder = makeFolder(t)
  const dataDir = isFresh ? join(folder, 'data') : sharedDataDir
  const journal = join(folder, 'journal')
  const port = environment.PORT ?? String(await findFreePort())
  const { DATABASE_URL: _, ...rest } = process.env
  const run = spawnScript(t, [support('run_stub.mjs')], {
    detached,
    env: {
      ...rest,
      DATA_DIR: dataDir,
      JOURNAL: journal,
      HOST: '127.0.0.1',
      PORT: port,
      PROCESSES: '1',
      ...environment,
    },
  })
  const hasLogged = (line) => readText(journal).split('\n').includes(line)
  const serverPids = () => [...readText(journal).matchAll(/^pid (\d+)/gm)].map(([, pid]) => Number(pid))
  const serverPid = () => serverPids()[0]
  t.after(() => serverPids().forEach((pid) => startOf(pid) && process.kill(pid, 'SIGKILL')))
  const ask = async (path = '') => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  return { ...run, dataDir, port, journal, hasLogged, serverPid, ask }
}

test('reports when the server is ready, with a database', async (t) => {
  const { child, ended, firstLine, journal } = await launch(t)
  assert.equal(await firstLine(), 'ready')
  const url = /^database (.*)$/m.exec(readText(journal))[1]
  assert.deepEqual(await query(url, 'select 1 as one'), [{ one: 1 }])
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
})

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  test(`${name} ends the server with one SIGTERM, then the database`, async (t) => {
    const { child, ended, firstLine, journal, dataDir } = await launch(t, { DRAIN: '300' })
    await firstLine()
    child.kill(name)
    child.kill(name)
    assert.equal(await ended, 0)
    assert.equal(
      readText(journal)
        .match(/^SIG.*$/gm)
        .join(),
      'SIGTERM'
    )
    assert.equal(await findPostmaster(clusterOf(dataDir)), null)
  })
}

test('Ctrl-C in the process group stops the server before the database', async (t) => {
  const { child, ended, firstLine, journal } = await launch(t, { DRAIN: '100' }, { detached: true })
  await firstLine()
  process.kill(-child.pid, 'SIGINT')
  assert.equal(await ended, 0)
  assert.equal(
    readText(journal)
      .match(/^SIG.*$/gm)
      .join(),
    'SIGTERM'
  )
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

/** Runs several processes without a database. */
async function launchSeveral(t, environment = {}) {
  const run = await launch(t, { PROCESSES: '2', DATABASE_URL: elsewhere, ...environment })
  await run.firstLine()
  await until(
    () => run.words.err.includes('2 processes are serving'),
    'both processes',
    () => run.words.err
  )
  return run
}

const linesOf = (journal, pattern) =>
  readText(journal)
    .split('\n')
    .filter((line) => pattern.test(line))

test('several processes accept connections from one socket, and one SIGTERM ends each', async (t) => {
  const { child, ended, journal, ask } = await launchSeveral(t)
  assert.deepEqual(linesOf(journal, /^started/), ['started 1 of 2', 'started 2 of 2'])
  const seen = new Set()
  await until(async () => {
    for (const answer of await Promise.all(Array.from({ length: 20 }, () => ask()))) seen.add(answer.split(' ')[0])
    return seen.size === 2
  }, 'answers of both')
  child.kill('SIGTERM')
  assert.equal(await ended, 0)
  assert.deepEqual(linesOf(journal, /^SIG/), ['SIGTERM', 'SIGTERM'])
})

test('collects the metrics of the other processes for the one that asks', async (t) => {
  const { ask } = await launchSeveral(t)
  assert.match(await ask('/metrics'), /^\["[12]"\]$/)
})

test('restarts a process that dies while the other serves', async (t) => {
  const { ask, words, journal } = await launchSeveral(t)
  await assert.rejects(ask('/die'))
  await until(() => linesOf(journal, /^listening/).length === 3, 'the restart')
  assert.match(words.err, /process [12] exited by itself \(code 7\), restarting it\n/)
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
