import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { connect } from './databases.ts'
import { freePort } from './free_port.ts'
import { waitUntil } from './wait_until.ts'

const launcher = join(import.meta.dirname, '../../apps/launcher')
const quiet = () => {}

/** One of two PostgreSQL servers. A killed one stays away until `start`. */
export interface DatabaseServer {
  port: number
  /** The address of the database for the server's role, and for the owner, who may do anything. */
  url: string
  ownerUrl: string
  /** Kills all its processes at once, as a machine that fails. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** A primary and its replica by streaming replication, each durable. */
export interface ReplicatedDatabase {
  primary: DatabaseServer
  replica: DatabaseServer
  remove(): Promise<void>
}

/** The files of the primary that a replica doesn't get. */
const ownFiles = /^(pg_wal\/.+|postmaster\.(pid|opts)|pg_replslot\/.+)$/

/** Copies the files of a running primary, so that a server on the copy becomes its replica. `ownerUrl`: the primary's. */
export const copyForReplica = async (source: string, target: string, ownerUrl: string) => {
  const db = await connect(ownerUrl)
  await db.query(`SELECT pg_backup_start('replica', true)`)
  cpSync(source, target, { recursive: true, filter: (path) => !ownFiles.test(relative(source, path)) })
  const { rows } = await db.query('SELECT labelfile FROM pg_backup_stop(false)')
  await db.end()
  mkdirSync(join(target, 'pg_wal/archive_status'), { recursive: true })
  writeFileSync(join(target, 'backup_label'), rows[0].labelfile)
  writeFileSync(join(target, 'standby.signal'), '')
  const { hostname, port, username, password } = new URL(ownerUrl)
  const address = `host=${hostname} port=${port} user=${username} password=${password}`
  appendFileSync(join(target, 'postgresql.auto.conf'), `primary_conninfo = '${address} application_name=replica'\n`)
}

export const openReplicatedDatabase = async (): Promise<ReplicatedDatabase> => {
  // The launcher is plain JavaScript, which the compiler doesn't check.
  const load = (name: string) => import(join(launcher, `${name}.mjs`))
  const { openThrowawayDatabase } = await load('throwaway_database')
  const { clusterOf } = await load('database')
  const { findBinaries } = await load('database_binaries')
  const { ownerUrl, serverUrl } = await load('database_roles')
  const { chooseUser, changeOwner, commandOf } = await load('database_user')
  const throwaway: { folder: string; port: number; pid: number; remove(): Promise<void> } = await openThrowawayDatabase(
    { unsafeFast: false, inMemory: true, say: quiet }
  )
  const passwordOf = (role: string) => readFileSync(join(throwaway.folder, `${role}.password`), 'utf8').trim()
  const outside = '/var/lib/embedded-postgres'
  const runOf = (cluster: string) => chooseUser({ binaries: findBinaries(), cluster, outside, say: quiet })

  const serverAt = (cluster: string, port: number, running: number | null): DatabaseServer => {
    let child: ChildProcess | null = null
    let pid = running
    const server: DatabaseServer = {
      port,
      url: serverUrl(passwordOf('server'), port),
      ownerUrl: ownerUrl(passwordOf('database'), port),
      async kill() {
        if (pid === null) return
        const isGone = child ? once(child, 'exit') : null
        // The postmaster's death ends its processes.
        process.kill(pid, 'SIGKILL')
        pid = null
        await isGone
        await waitUntil(
          'the database is gone',
          () =>
            connect(server.ownerUrl).then(
              (it) => it.end(),
              () => true
            ) as any
        )
      },
      async start() {
        const run = runOf(cluster)
        const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`]
        const [file, args] = commandOf(run, 'postgres', ['-D', run.cluster, ...settings.flatMap((one) => ['-c', one])])
        const log = openSync(join(throwaway.folder, `${port}.log`), 'a', 0o600)
        child = spawn(file, args, { ...run.options, stdio: ['ignore', log, log] })
        pid = child.pid!
        const isUp = () =>
          connect(server.ownerUrl).then(
            (client) => client.end().then(() => true),
            () => false
          )
        await waitUntil(`PostgreSQL is up: ${throwaway.folder}/${port}.log`, isUp)
      },
    }
    return server
  }

  const source: string = clusterOf(throwaway.folder)
  const primary = serverAt(source, throwaway.port, throwaway.pid)
  const target = `${source}-replica`
  await copyForReplica(source, target, primary.ownerUrl)
  changeOwner(runOf(target), target)
  const replica = serverAt(target, await freePort(), null)
  await replica.start()
  return {
    primary,
    replica,
    async remove() {
      await replica.kill()
      await primary.kill()
      await throwaway.remove()
      if (existsSync(target)) rmSync(target, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    },
  }
}
