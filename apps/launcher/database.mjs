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
import { isLogLong, rotateLog } from './database_log.mjs'
import {
  ensureServerRole,
  forgetServerPassword,
  makeOwnerPassword,
  ownerUrl,
  readOwnerPassword,
  replaceLostOwnerPassword,
  serverUrl,
} from './database_roles.mjs'
import { chooseUser, commandOf, changeOwner } from './database_user.mjs'
import { withFileLock } from './file_lock.mjs'
import { environment, findPostmaster, startPostmaster, stopPostmaster } from './postmaster.mjs'
import { startOf } from './processes.mjs'
import { Refusal, say as sayAloud } from './say.mjs'

/** Written to postgresql.conf of a new cluster. Operators may change it. */
const TUNING = { shared_buffers: '128MB', max_connections: '200', jit: 'off', timezone: 'UTC', log_timezone: 'UTC' }
/** Required settings, passed at every start. A Unix socket isn't used, because its path length is limited and its lock can go stale. */
const FIXED = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Keeps values of rejected rows, such as e-mail addresses, out of the log.
  log_error_verbosity: 'terse',
}
/** Used only when PostgreSQL's user can't enter the project's folder and namespaces are forbidden. */
const OUTSIDE = '/var/lib/embedded-postgres'
/** Settings for the disposable data of several concurrent test suites. */
const UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '500' }

const WATCH_MS = 500

/**
 * Opens the embedded PostgreSQL of a data folder. Adopts a running server, even one that a killed launcher left behind, or starts one.
 *
 * - `url` is for the server, whose role reads and writes rows. `ownerUrl` is for migrations and backups.
 * - This process is a client until `close()`. The last client to close stops PostgreSQL. `addClient(pid)` adds another process.
 * - `keepUp()` restarts PostgreSQL at the same address when it dies, and rotates its log.
 *
 * Throws a Refusal for problems that the operator can fix. `fs` is for tests of full disks.
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
  const checkServer = async () => {
    // Locked, because other processes may also rotate the log.
    if (isLogLong(logPath)) await locked(async () => rotateLog(logPath))
    if (startOf(server.pid) !== null) return
    say('the database died, restarting it')
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
        void checkServer()
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

/** Returns the cluster's folder, or the link's target if it is a symbolic link. */
export function clusterOf(dataDir) {
  const path = join(dataDir, 'postgres')
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : path
}

async function adoptOrStart({ dataDir, unsafeFast, outside, port, say, fs }) {
  let cluster = clusterOf(dataDir)
  const running = await findPostmaster(cluster)
  if (running) {
    say(`the database is already running (port ${running.port})`)
    return { ...running, adopted: true }
  }
  const binaries = findBinaries()
  const run = chooseUser({ binaries, cluster, outside, say })
  cluster = run.cluster
  const isNew = !existsSync(cluster)
  if (isNew) initialise({ run, dataDir, unsafeFast, say, fs })
  else checkMajor(cluster, binaries.major)
  changeOwner(run, cluster)
  if (!isNew) replaceLostOwnerPassword(dataDir, (statement) => runStatement(run, statement, unsafeFast), { fs })
  readOwnerPassword(dataDir)

  const settings = unsafeFast ? { ...FIXED, ...UNSAFE } : FIXED
  const logPath = logOf(dataDir)
  rotateLog(logPath)
  const started = await startPostmaster({ run, logPath, settings, port })
  say(`the database is up (PostgreSQL ${binaries.major}, port ${started.port})`)
  return { ...started, adopted: false }
}

/** Creates the cluster in a draft folder and renames it, so that an interrupted first start leaves nothing incomplete. */
function initialise({ run, dataDir, unsafeFast, say, fs }) {
  say('creating a new database')
  // The name is unique, because the initdb of a killed process may still be writing to an older draft.
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
    changeOwner(run, draft.cluster)
    changeOwner(run, passwordPath)
    const initdb = (ctype) =>
      runProgram(draft, 'initdb', initArguments({ cluster: draft.cluster, passwordPath, unsafeFast, ctype }))
    try {
      initdb('C.UTF-8')
    } catch (error) {
      // The C library lacks that locale. Searches for letters beyond ASCII then don't use the trigram index.
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
  // The builtin locale provider sorts the same on every machine, so that indexes survive a move.
  // pg_trgm asks the C library which characters are letters. With the plain C locale, only ASCII letters would be.
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
    ...(unsafeFast ? ['--no-sync', '-c', 'scram_iterations=1'] : []),
  ]
}

/** Runs SQL in a stopped cluster. */
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
  // In single-user mode a failed statement doesn't change the exit code.
  if (status !== 0 || /^.*\b(ERROR|FATAL|PANIC): /m.test(stderr))
    throw new Refusal(`PostgreSQL's ${program} failed: ${(error?.message ?? stderr + stdout).trim()}`)
}

function checkMajor(cluster, major) {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === major) return
  throw new Refusal(
    `The database in ${cluster} was made by PostgreSQL ${found}, and this is PostgreSQL ${major}: ` +
      `start it with the release that made it, or set DATABASE_URL, or move the folder away to start fresh.`
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
