import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tiers } from '#config/economy'
import type { Gate } from '#modules/kernel/gates'
import type replies from '#config/replies'
import { createDatabase, createTemplate, databaseEnv } from './databases.ts'
import { freePort } from './free_port.ts'
import { waitUntil } from './wait_until.ts'

/** One key for all servers of a test, so that cookies stay good. */
export const appKey = 'one key for all servers of a test, so that cookies stay good'

const root = join(import.meta.dirname, '../..')
const built = join(root, 'build/apps/server/bin/server.js')
const launcher = join(root, 'tests/support/run_launcher.mjs')

export interface RunningServer {
  url: string
  databaseUrl: string
  dataDir: string
  process: ChildProcess
  /** Null for a launcher, and in production. */
  control: ServerControl | null
  /** Returns the output of the server so far. */
  log(): string
  /** Sends SIGTERM and waits. Returns the exit code. */
  stop(): Promise<number | null>
  /** Sends the signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Controls time and gates of a server (`modules/kernel/test_control.ts`). */
export interface ServerControl {
  /** Lets time pass for all timers of the server. */
  advance(ms: number): Promise<void>
  /** Holds what arrives at the gate from now on: everything, or only what these ids name. */
  holdAt(gate: Gate, ids?: readonly string[]): Promise<void>
  /** Resolves when this many are held at the gate. */
  arrived(gate: Gate, count?: number): Promise<void>
  /** Opens the gate. With `isLost`, as if the connection had broken before the answer of the database. */
  release(gate: Gate, options?: { isLost?: boolean }): Promise<void>
  /** Changes timings of `config/replies.ts`. */
  configure(timings: Partial<typeof replies>): Promise<void>
  /** Sets the price of speech, which is free by default. */
  priceSpeech(rubies: number): Promise<void>
}

export interface ServerOptions {
  databaseUrl?: string
  port?: number
  /** Kept after the end, so that a restarted server finds its files. */
  dataDir?: string
  /** Starts the launcher with this many processes. Then `process` is the launcher. */
  processes?: number
  env?: Record<string, string>
}

/** The terminal size. Without it, a library runs programs at each start to find it, because tests have no terminal. */
export const terminalSize = { COLUMNS: '80', LINES: '24' }

/**
 * For processes under test, most of whose time is their start. A young generation that begins at its usual maximum, in MB, isn't collected
 * while modules load.
 */
export const startFlags = ['--min-semi-space-size=16', `--import=${new URL('resolve_once.mjs', import.meta.url).href}`]

const running = new Set<RunningServer>()

/** Starts the built server on its own database, with short leases and without rate limits, and waits until it is ready. */
export const startServer = async (options: ServerOptions = {}): Promise<RunningServer> => {
  const databaseUrl = options.databaseUrl ?? (await createMigratedDatabase())
  return launch({ ...options, databaseUrl })
}

export const newDataDir = () => mkdtempSync(join(tmpdir(), 'facet-test-'))

/** Starts the server without waiting. */
export const beginServer = async ({
  databaseUrl,
  port: wanted,
  processes,
  dataDir: keptDataDir,
  env,
}: ServerOptions): Promise<RunningServer> => {
  databaseUrl ??= await createMigratedDatabase()
  const port = wanted ?? (await freePort())
  const dataDir = keptDataDir ?? newDataDir()
  const args =
    existsSync(built) && !process.env.FACET_TEST_SOURCES
      ? [built]
      : ['--import=@poppinss/ts-exec', join(root, 'apps/server/bin/server.ts')]
  const isControlled = !processes && env?.NODE_ENV !== 'production'
  const child = spawn(process.execPath, processes ? [launcher, ...args] : [...startFlags, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', ...(isControlled ? (['ipc'] as const) : [])],
    env: {
      PATH: process.env.PATH,
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...(process.env.TEST_PARTITIONS && { TEST_PARTITIONS: process.env.TEST_PARTITIONS }),
      ...terminalSize,
      NODE_ENV: 'test',
      ...(isControlled && { TEST_CONTROL: 'on' }),
      APP_KEY: appKey,
      HOST: '127.0.0.1',
      PORT: String(port),
      // Payment pages redirect here, where the cookie is valid.
      APP_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDir,
      ...databaseEnv(databaseUrl),
      LOG_LEVEL: 'info',
      RATE_LIMITS: 'off',
      CHALLENGE: 'off',
      PICTURE_READ_TIMEOUT_MS: '120000',
      REPLY_LEASE_MS: '4000',
      REPLY_TICK_MS: '500',
      DRAIN_MS: '3000',
      // Tests choose models by the demo's names.
      ...Object.fromEntries(tiers.map(({ id, name }) => [`MODEL_${id.toUpperCase()}_NAME`, name])),
      ...(processes && { PROCESSES: String(processes) }),
      ...env,
    },
  })
  let log = ''
  child.stdout!.on('data', (data) => (log += data))
  child.stderr!.on('data', (data) => (log += data))
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const server: RunningServer = {
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    dataDir: env?.DATA_DIR ?? dataDir,
    process: child,
    control: isControlled ? controlOf(child) : null,
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM')
      return exited
    },
    kill: async (signal) => {
      child.kill(signal)
      await exited
    },
  }
  running.add(server)
  void exited.then(() => {
    running.delete(server)
    if (!keptDataDir) rmSync(dataDir, { recursive: true, force: true })
  })
  return server
}

const controlOf = (child: ChildProcess): ServerControl => {
  const pending = new Map<number, (error?: string) => void>()
  let calls = 0
  child.on('message', ({ id, error }: { id: number; error?: string }) => {
    pending.get(id)?.(error)
    pending.delete(id)
  })
  // A server that has ended answers no call.
  child.on('exit', () => pending.forEach((settle) => settle('The server has ended.')))
  const call = (name: string, ...args: unknown[]) =>
    new Promise<void>((resolve, reject) => {
      const id = ++calls
      pending.set(id, (error) => (error === undefined ? resolve() : reject(new Error(`${name}: ${error}`))))
      child.send({ id, name, args })
    })
  return {
    advance: (ms) => call('advance', ms),
    holdAt: (gate, ids) => call('holdAt', gate, ids ?? null),
    arrived: (gate, count = 1) => call('arrived', gate, count),
    release: (gate, { isLost = false } = {}) => call('release', gate, isLost),
    configure: (timings) => call('configure', 'replies', timings),
    priceSpeech: (price) => call('configure', 'voice', { price }),
  }
}

const launch = async (options: ServerOptions & { databaseUrl: string }): Promise<RunningServer> => {
  const server = await beginServer(options)
  try {
    await waitUntil(
      () => `the server is ready:\n${server.log()}`,
      async () => {
        const { exitCode } = server.process
        if (exitCode !== null) throw new Error(`The server ended with ${exitCode}:\n${server.log()}`)
        return fetch(`${server.url}/health/ready`).then(
          (response) => response.ok,
          () => false
        )
      }
    )
  } catch (error) {
    if (server.process.exitCode === null) await server.kill('SIGKILL')
    throw error
  }
  return server
}

export const stopServers = async () => {
  await Promise.all([...running].map((server) => server.kill('SIGKILL')))
}

let template: Promise<string> | null = null

/** Creates a migrated and seeded database, once. The other databases are copies of it. */
const migratedTemplate = (): Promise<string> =>
  (template ??= createTemplate(async (databaseUrl) => {
    const server = await launch({ databaseUrl })
    await server.stop()
  }))

/** Creates a database with tables and the built-in characters. */
export const createMigratedDatabase = async (): Promise<string> => createDatabase(await migratedTemplate())

let shared: Promise<RunningServer> | null = null

/** Returns one server for all tests that don't disturb it. As in production, it works less while it waits than one that must notice failures. */
export const sharedServer = (): Promise<RunningServer> =>
  (shared ??= startServer({ env: { REPLY_LEASE_MS: '20000', REPLY_TICK_MS: '1000' } }))
