import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { findBinaries } from './database_binaries.mjs'
import { DatabaseClients } from './database_clients.mjs'
import { isLogLong, shortenLog } from './database_log.mjs'
import {
  ensureServerRole,
  forgetServerPassword,
  makeOwnerPassword,
  ownerUrl,
  readOwnerPassword,
  replaceLostOwnerPassword,
  serverUrl,
} from './database_roles.mjs'
import { chooseUser, commandOf, handOver } from './database_user.mjs'
import { withFileLock } from './file_lock.mjs'
import { environment, findPostmaster, startPostmaster, stopPostmaster } from './postmaster.mjs'
import { startOf } from './processes.mjs'
import { Refusal, say as sayAloud } from './say.mjs'

/** In postgresql.conf of a new cluster, for its operator to change. */
const TUNING = { shared_buffers: '128MB', max_connections: '200', jit: 'off', timezone: 'UTC', log_timezone: 'UTC' }
/** What we rely on, given at every start. There is no Unix socket: no path limit, and one lock less that can go stale. */
const FIXED = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Without the values of a row that was refused, such as an e-mail that is taken.
  log_error_verbosity: 'terse',
}
/** Used only when PostgreSQL's user can't enter the project's folder and namespaces are forbidden. */
const OUTSIDE = '/var/lib/embedded-postgres'
/** For data nobody wants back. */
const UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const WATCH_MS = 500

/**
 * The embedded PostgreSQL of a data folder: adopted when it runs (even as the orphan of a killed launcher), else started.
 * `url` is for the server, whose role reads and writes rows; `ownerUrl` is for migrations and backups.
 * This process is a client of it until `close()`; the last client to close stops the server.
 * `addClient(pid)` counts another process in; `keepUp()` starts the server again, at the same address, whenever it dies, and
 * keeps its log short.
 * A failure that the operator can mend is a Refusal with one clear line. `fs` is for tests of full disks.
 */
export async function openDatabase({ dataDir, unsafeFast = false, say = sayAloud, outside = OUTSIDE, fs }) {
  prepareFolder(dataDir)
  const clients = new DatabaseClients(dataDir)
  const onWait = (pid) => say(`waiting for process ${pid}, which starts or stops the database`)
  const locked = (work) => withFileLock(join(dataDir, 'database.lock'), work, { onWait })

  const adopt = (port) => adoptOrStart({ dataDir, unsafeFast, outside, port, say, fs })
  const mine = new Set([process.pid])
  let urls
  let server = await locked(async () => {
    const found = await adopt()
    try {
      const asOwner = ownerUrl(readOwnerPassword(dataDir), found.port)
      const password = await ensureServerRole({ dataDir, url: asOwner, fs })
      urls = { url: serverUrl(password, found.port), ownerUrl: asOwner }
      clients.add(process.pid)
    } catch (error) {
      if (!found.adopted) await stopPostmaster(found)
      throw error
    }
    return found
  })
  let timer
  const logPath = logOf(dataDir)
  const lookAfter = async () => {
    // Others that look after it, too, must not shorten it twice.
    if (isLogLong(logPath)) await locked(async () => shortenLog(logPath))
    if (startOf(server.pid) !== null) return
    say('the database died: starting it again')
    server = await locked(() => adopt(server.port))
  }
  return {
    ...urls,
    pid: server.pid,
    port: server.port,
    adopted: server.adopted,
    addClient: (clientPid) =>
      locked(async () => {
        mine.add(clientPid)
        clients.add(clientPid)
      }),
    keepUp() {
      timer = setTimeout(() => {
        void lookAfter()
          .catch((error) => say(error.message))
          .then(() => timer && this.keepUp())
      }, WATCH_MS).unref()
    },
    close() {
      clearTimeout(timer)
      timer = null
      return locked(async () => {
        for (const clientPid of mine) clients.remove(clientPid)
        if (clients.listAlive().length > 0) return { stopped: false }
        const running = await findPostmaster(clusterOf(dataDir))
        if (running) await stopPostmaster(running)
        return { stopped: true }
      })
    },
  }
}

const logOf = (dataDir) => join(dataDir, 'postgres.log')

/** Where the cluster of a data folder is: there, or in the place that a link names. */
export function clusterOf(dataDir) {
  const path = join(dataDir, 'postgres')
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : path
}

async function adoptOrStart({ dataDir, unsafeFast, outside, port, say, fs }) {
  let cluster = clusterOf(dataDir)
  const running = await findPostmaster(cluster)
  if (running) {
    say(`the database is running already (port ${running.port})`)
    return { ...running, adopted: true }
  }
  const binaries = findBinaries()
  const run = chooseUser({ binaries, cluster, outside, say })
  cluster = run.cluster
  const isNew = !existsSync(cluster)
  if (isNew) initialise({ run, dataDir, unsafeFast, say, fs })
  else checkMajor(cluster, binaries.major)
  handOver(run, cluster)
  if (!isNew) replaceLostOwnerPassword(dataDir, (statement) => runStatement(run, statement, unsafeFast), { fs })
  readOwnerPassword(dataDir)

  const settings = unsafeFast ? { ...FIXED, ...UNSAFE } : FIXED
  const logPath = logOf(dataDir)
  shortenLog(logPath)
  const started = await startPostmaster({ run, logPath, settings, port })
  say(`the database is up (PostgreSQL ${binaries.major}, port ${started.port})`)
  return { ...started, adopted: false }
}

/** Made beside its place and moved there when whole, so that an interrupted first start leaves nothing half-made. */
function initialise({ run, dataDir, unsafeFast, say, fs }) {
  say('making a new database')
  // Never under a name used before: an initdb whose starter was killed may still be writing there.
  const draft = { ...run, cluster: `${run.cluster}.new-${randomBytes(4).toString('hex')}` }
  const home = dirname(run.cluster)
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(`${basename(run.cluster)}.new`))) {
    rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  mkdirSync(draft.cluster, { mode: 0o700 })
  forgetServerPassword(dataDir)
  const passwordPath = `${draft.cluster}.password`
  writeFileSync(passwordPath, makeOwnerPassword(dataDir, { fs }), { mode: 0o600 })
  try {
    handOver(run, draft.cluster)
    handOver(run, passwordPath)
    const initdb = (ctype) =>
      runProgram(draft, 'initdb', initArguments({ cluster: draft.cluster, passwordPath, unsafeFast, ctype }))
    try {
      initdb('C.UTF-8')
    } catch (error) {
      // A C library without that locale: letters beyond ASCII are then searched without the trigram index.
      if (!/invalid locale name/.test(error.message)) throw error
      initdb('C')
    }
    runStatement(draft, 'CREATE DATABASE app', unsafeFast)
  } finally {
    rmSync(passwordPath, { force: true })
  }
  renameSync(draft.cluster, run.cluster)
}

function initArguments({ cluster, passwordPath, unsafeFast, ctype }) {
  // The builtin locale provider sorts alike on every machine, whatever its C library; so no index breaks on a move.
  // What a letter is, pg_trgm asks the C library: with the plain C locale it would see ASCII alone.
  const fixed =
    '--username=postgres --auth=scram-sha-256 --encoding=UTF8 --locale=C --locale-provider=builtin ' +
    '--builtin-locale=C.UTF-8 --data-checksums --no-instructions'
  const tuning = Object.entries(TUNING).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [
    '-D',
    cluster,
    `--pwfile=${passwordPath}`,
    ...fixed.split(' '),
    `--lc-ctype=${ctype}`,
    ...tuning,
    ...(unsafeFast ? ['--no-sync'] : []),
  ]
}

/** Executes SQL in a cluster that doesn't run. */
function runStatement(run, statement, unsafeFast) {
  const single = ['--single', '-D', run.cluster, ...(unsafeFast ? ['-c', 'fsync=off'] : []), 'postgres']
  runProgram(run, 'postgres', single, `${statement}\n`)
}

function runProgram(run, program, args, input = '') {
  const [file, rest] = commandOf(run, program, args)
  const { status, stdout, stderr, error } = spawnSync(file, rest, {
    ...run.options,
    input,
    env: environment(),
    encoding: 'utf8',
  })
  // A statement that fails in single-user mode does not change the exit code.
  if (status !== 0 || /^.*\b(ERROR|FATAL|PANIC): /m.test(stderr))
    throw new Refusal(`PostgreSQL's ${program} failed: ${(error?.message ?? stderr + stdout).trim()}`)
}

function checkMajor(cluster, major) {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === major) return
  throw new Refusal(
    `The database in ${cluster} was made by PostgreSQL ${found}, and this is PostgreSQL ${major}: ` +
      `start it with the release that made it, or set DATABASE_URL, or move the folder away to begin anew.`
  )
}

function prepareFolder(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error
    throw new Refusal(`${dataDir} can't be used by this user (${error.code}): start as its owner, or set DATA_DIR.`)
  }
}
