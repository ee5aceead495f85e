import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { clusterOf } from '../../database.mjs'
import { exitCodeOf } from '../../child.mjs'
import { findPostmaster, stopPostmaster } from '../../postmaster.mjs'

export const support = (name) => fileURLToPath(new URL(name, import.meta.url))

/** Creates a folder that other users may enter, unless `mode` forbids it. Stops its database and removes it after the test. */
export function makeFolder(test, mode = 0o755) {
  const folder = mkdtempSync(join(tmpdir(), 'launcher-test-'))
  chmodSync(folder, mode)
  test.after(async () => {
    for (const place of [folder, join(folder, 'data')]) {
      const server = existsSync(place) ? await findPostmaster(clusterOf(place)) : null
      if (server) await stopPostmaster(server)
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  })
  return folder
}

/** Spawns a child process and kills it after the test. `words` collects its output, and `firstLine()` waits for a line of it. */
export function spawnScript(test, args, { file = process.execPath, ...options } = {}) {
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options })
  const ended = exitCodeOf(child)
  const words = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (words.out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (words.err += text))
  child.stdin.on('error', () => {})
  test.after(() => child.kill('SIGKILL'))
  const firstLine = async () => {
    await until(
      () => words.out.includes('\n') || child.exitCode !== null,
      `a first line (${args[0]})`,
      () => words.err
    )
    return words.out.split('\n')[0]
  }
  return { child, ended, words, firstLine }
}

/** Opens the database of a folder in a separate process. */
export async function openElsewhere(
  test,
  dataDir,
  { args = [], script = support('open_database.mjs'), ...options } = {}
) {
  const { child, ended, firstLine } = spawnScript(test, [script, dataDir, ...args], options)
  const answer = JSON.parse(await firstLine())
  return {
    ...answer,
    processId: child.pid,
    async close() {
      child.stdin.end()
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export async function query(url, sql) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

export async function until(condition, what, details = () => '', timeoutMs = 60_000) {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what} ${details()}`)
    await sleep(20)
  }
}

export const readText = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
