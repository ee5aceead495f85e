import assert from 'node:assert/strict'
import { join } from 'node:path'
import process from 'node:process'
import { after } from 'node:test'
import { clusterOf } from '../../database.mjs'
import { findFreePort } from '../../port.mjs'
import { findPostmaster } from '../../postmaster.mjs'
import { startOf } from '../../processes.mjs'
import { makeFolder, readText, spawnScript, support, until } from './world.mjs'

export const elsewhere = 'postgres://elsewhere/db'
const sharedDataDir = join(makeFolder({ after }), 'data')

/** Runs the launcher with the stub server on a free port, in a new data folder or in the shared one. */
export async function launch(t, environment = {}, { isFresh = false, detached = false } = {}) {
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

/** Runs the launcher with two server processes and without a database. */
export async function launchSeveral(t, environment = {}) {
  const run = await launch(t, { PROCESSES: '2', DATABASE_URL: elsewhere, ...environment })
  await run.firstLine()
  await until(
    () => run.words.err.includes('2 processes are serving'),
    'both processes',
    () => run.words.err
  )
  return run
}

/** Returns the signals that the server received. */
export const signalsIn = (journal) => linesOf(journal, /^SIG/)

/** Asserts that the signal, sent twice, stops the server with one SIGTERM, then the database. */
export async function assertEndsOn(signal, t) {
  const { child, ended, firstLine, journal, dataDir } = await launch(t, { DRAIN: '300' })
  await firstLine()
  child.kill(signal)
  child.kill(signal)
  assert.equal(await ended, 0)
  assert.deepEqual(signalsIn(journal), ['SIGTERM'])
  assert.equal(await findPostmaster(clusterOf(dataDir)), null)
}

export const linesOf = (journal, pattern) =>
  readText(journal)
    .split('\n')
    .filter((line) => pattern.test(line))
