import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandOf } from './database_user.mjs'
import { findFreePort } from './port.mjs'
import { isAlive, signal, startOf } from './processes.mjs'
import { Refusal } from './say.mjs'

const START_TIMEOUT_MS = 15_000
const RECOVERY_TIMEOUT_MS = 120_000

/** Waits until the running server of a cluster is ready and returns `{ pid, port }`. Returns null if none is running. */
export async function findPostmaster(cluster) {
  const deadline = Date.now() + RECOVERY_TIMEOUT_MS
  for (;;) {
    const file = readPidFile(cluster)
    if (file === null || !isPostmasterOf(cluster, file.pid)) return null
    if (file.status === 'ready' && (await speaksPostgres(file.port))) return { pid: file.pid, port: file.port }
    if (Date.now() > deadline)
      throw new Refusal(`PostgreSQL (process ${file.pid}) is running but not ready: end it, then try again.`)
    await sleep(25)
  }
}

/**
 * Starts a server that outlives this process and doesn't receive its terminal's signals. Returns `{ pid, port }` once the server answers.
 * Without a given port, uses a free one.
 */
export async function startPostmaster({ run, logPath, settings, port: wantedPort }) {
  removeForeignPidFile(run.cluster)
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const port = wantedPort ?? (await findFreePort())
    const logStart = sizeOf(logPath)
    const child = spawnPostmaster({ run, logPath, settings: { ...settings, port } })
    const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
    const ready = await waitUntilReady(run.cluster, child, ended)
    if (ready) return { pid: child.pid, port }

    const output = readFileSync(logPath).subarray(logStart).toString()
    // A killed postmaster may remain as a zombie, and its workers for a moment longer. PostgreSQL counts both as alive. Removing the lock
    // could start two servers on one cluster, so wait instead.
    const isTransient = /lock file .* already exists|shared memory block|could not bind|could not create any TCP/.test(
      output
    )
    if (!isTransient || Date.now() > deadline)
      throw new Refusal(`PostgreSQL did not start. The end of ${logPath}:\n${lastLines(output)}`)
    await sleep(250)
  }
}

/** Stops a server and waits until it has exited. Open connections are closed, and committed data is kept. */
export async function stopPostmaster({ pid }) {
  const start = startOf(pid)
  if (start === null) return
  for (const [name, timeoutMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ]) {
    signal(pid, name)
    const deadline = Date.now() + timeoutMs
    while (Date.now() < deadline) {
      if (!isAlive(pid, start)) return
      await sleep(5)
    }
  }
}

function spawnPostmaster({ run, logPath, settings }) {
  const args = ['-D', run.cluster]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  const [file, rest] = commandOf(run, 'postgres', args)
  const log = openSync(logPath, 'a', 0o600)
  const child = spawn(file, rest, { ...run.options, detached: true, stdio: ['ignore', log, log], env: environment() })
  closeSync(log)
  child.unref()
  return child
}

async function waitUntilReady(cluster, child, ended) {
  let gone = false
  void ended.then(() => (gone = true))
  const deadline = Date.now() + RECOVERY_TIMEOUT_MS
  while (!gone && Date.now() < deadline) {
    const file = readPidFile(cluster)
    if (file?.pid === child.pid && file.status === 'ready' && (await speaksPostgres(file.port))) return true
    await sleep(5)
  }
  return false
}

/** Reads postmaster.pid. Its lines are process, data folder, start time, port, socket folder, address, shared memory, and status. */
function readPidFile(cluster) {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** After a reboot the id in an old postmaster.pid may belong to another program. A postmaster's working directory is its cluster. */
function isPostmasterOf(cluster, pid) {
  if (startOf(pid) === null) return false
  try {
    const [here, there] = [statSync(cluster), statSync(`/proc/${pid}/cwd`)]
    return here.ino === there.ino && here.dev === there.dev
  } catch {
    return !existsSync('/proc/self') || readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0].endsWith('postgres')
  }
}

/** Removes the pid file if its id belongs to another program. PostgreSQL would take that program for a running server and not start. */
function removeForeignPidFile(cluster) {
  const file = readPidFile(cluster)
  if (file && startOf(file.pid) !== null && !isPostmasterOf(cluster, file.pid)) rmSync(join(cluster, 'postmaster.pid'))
}

/** Sends PostgreSQL's SSLRequest. Only PostgreSQL answers with the letter S or N. */
function speaksPostgres(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(2_000, () => end(false))
    socket.once('error', () => end(false))
    socket.once('close', () => end(false))
    socket.once('connect', () => socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])))
    socket.once('data', (bytes) => end(bytes[0] === 0x4e || bytes[0] === 0x53))
  })
}

/** Returns the environment for PostgreSQL's programs, without the caller's PG* variables. Messages are English, because they are parsed. */
export function environment() {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

function sizeOf(path) {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

function lastLines(text) {
  return text.trim().split('\n').slice(-8).join('\n') || '(empty)'
}
