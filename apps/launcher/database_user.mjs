import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { Refusal } from './say.mjs'

/**
 * Chooses the user that PostgreSQL runs as, because it refuses to run as root. Returns `{ programs, cluster, owner, prefix, options }`.
 * `owner` must own the cluster's files, and is null for the current user. `prefix` and `options` are for `commandOf` and spawn.
 */
export function chooseUser({ binaries, cluster, outside, say }) {
  const asCurrentUser = direct(binaries.folder, cluster)
  if (process.getuid() !== 0) return asCurrentUser

  const account = findAccount('postgres') ?? findAccount('nobody')
  if (!account) {
    throw new Refusal(
      'PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody here: ' +
        'start as an ordinary user, or set DATABASE_URL.'
    )
  }
  const asAccount = { ...asCurrentUser, owner: account, options: { cwd: '/', uid: account.uid, gid: account.gid } }
  if (canReach(asAccount)) return asAccount

  // In a user namespace root runs under the account's id but can still enter its own folders.
  const prefix = ['unshare', '--user', `--map-user=${account.uid}`, `--map-group=${account.gid}`]
  const mapped = { ...asCurrentUser, owner: { uid: 0, gid: 0 }, prefix }
  if (canReach(mapped)) return mapped

  return moveOutside({ asAccount, account, binaries, outside, say })
}

/** Returns the file and the arguments to spawn one of PostgreSQL's programs. */
export function commandOf({ programs, prefix }, program, args) {
  const [file, ...rest] = [...prefix, join(programs, 'bin', program), ...args]
  return [file, rest]
}

function direct(programs, cluster) {
  return { programs, cluster, owner: null, prefix: [], options: { cwd: '/' } }
}

/** Tests access by running programs, because mode bits don't reflect ACLs, mounts and forbidden namespaces. */
function canReach(run) {
  return canRun(run) && canEnter(run)
}

function canRun(run) {
  const [file, args] = commandOf(run, 'postgres', ['--version'])
  return spawnSync(file, args, { ...run.options, stdio: 'ignore' }).status === 0
}

function canEnter(run) {
  const [file, ...args] = [...run.prefix, '/bin/sh', '-c', 'cd "$1"', 'sh', dirname(run.cluster)]
  return spawnSync(file, args, { ...run.options, stdio: 'ignore' }).status === 0
}

/** Moves programs and data out of the project. The last resort, if the account can't enter the folder and user namespaces are forbidden. */
function moveOutside({ asAccount, account, binaries, outside, say }) {
  const run = { ...asAccount }
  mkdirSync(outside, { recursive: true, mode: 0o755 })
  if (!canRun(run)) {
    run.programs = join(outside, binaries.version)
    if (!existsSync(run.programs)) {
      say(`user ${account.name} may not enter ${binaries.folder}: copying PostgreSQL's programs to ${run.programs}`)
      copyWhole(binaries.folder, run.programs, 'a+rX')
    }
  }
  if (!canEnter(run)) {
    const key = createHash('sha256').update(run.cluster).digest('hex').slice(0, 16)
    const place = join(outside, `data-${key}`)
    say(`user ${account.name} may not enter ${dirname(run.cluster)}: the database is kept in ${place}`)
    if (existsSync(run.cluster)) {
      copyWhole(run.cluster, place)
      renameSync(run.cluster, `${run.cluster}.moved`)
    }
    // The next start finds the data through this link.
    symlinkSync(place, run.cluster)
    run.cluster = place
  }
  if (canReach(run)) return run
  throw new Refusal(
    `User ${account.name} can't run PostgreSQL from ${outside} either: start as an ordinary user, or set DATABASE_URL.`
  )
}

function copyWhole(from, to, mode) {
  const partial = `${to}.half`
  rmSync(partial, { recursive: true, force: true })
  const { status, stderr } = spawnSync('cp', ['-a', from, partial])
  if (status !== 0) throw new Error(`Copying ${from} to ${to} failed: ${stderr}`)
  if (mode) spawnSync('chmod', ['-R', mode, partial])
  renameSync(partial, to)
}

/** Changes the owner of the cluster's files to PostgreSQL's user, if needed. */
export function changeOwner({ owner }, path) {
  if (!owner || statSync(path).uid === owner.uid) return
  const { status, stderr } = spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, path])
  if (status !== 0) throw new Error(`Changing the owner of ${path} failed: ${stderr}`)
}

function findAccount(name) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  if (!line) return null
  const [, , uid, gid] = line.split(':')
  return { name, uid: Number(uid), gid: Number(gid) }
}
