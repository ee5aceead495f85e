import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { engineCommand } from './engines.ts'
import { freePort } from './free_port.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8')

/** A pooler in transaction mode, with two connections to the database for each of the server's pools. */
export interface PgBouncer {
  /** The addresses of a server behind the pooler. */
  env: { DATABASE_URL: string; DATABASE_STATEMENTS_URL: string; DATABASE_DIRECT_URL: string }
  /** The address of its console, with statistics. */
  consoleUrl: string
  kill(): Promise<void>
  /** Starts it again, at the same port. */
  start(): Promise<void>
  close(): Promise<void>
}

export interface PgBouncerOptions {
  poolSize?: number
  preparedMax?: number
}

/** Writes the settings that the guide for operators recommends, with these changes. Returns the path of the file. */
export const writePoolerSettings = (
  folder: string,
  directUrl: string,
  changes: Record<string, string | number>
): string => {
  const direct = new URL(directUrl)
  const name = direct.pathname.slice(1)
  const target =
    `host=${direct.hostname} port=${direct.port} dbname=${name} ` +
    `user=${direct.username} password=${decodeURIComponent(direct.password)}`
  const recommended = /```ini\n(.*?)```/s
    .exec(guide)![1]!
    .replaceAll('host=database dbname=facet', target)
    .replaceAll(/^facet(\w*) =/gm, `${name}$1 =`)
  const adapted = Object.entries({ auth_type: 'any', auth_file: '', ...changes }).reduce(
    (text, [key, value]) => text.replace(new RegExp(`^${key} = .*$`, 'm'), `${key} = ${value}`),
    recommended
  )
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? 'user = nobody\n' : ''
  const path = join(folder, 'pgbouncer.ini')
  writeFileSync(path, `${adapted}unix_socket_dir =\nstats_users = ${direct.username}\n${user}`)
  return path
}

/**
 * Starts a real pooler in front of the database at an address with the role of the server. Has the settings that the guide for operators
 * recommends. Call it only if `engineCommand('pgbouncer')` isn't null.
 */
export const startPgBouncer = async (
  directUrl: string,
  { poolSize = 2, preparedMax = 200 }: PgBouncerOptions = {}
): Promise<PgBouncer> => {
  const port = await freePort()
  const direct = new URL(directUrl)
  const name = direct.pathname.slice(1)
  const folder = mkdtempSync(join(tmpdir(), 'facet-pgbouncer-'))
  const settings = writePoolerSettings(folder, directUrl, {
    listen_port: port,
    default_pool_size: poolSize,
    max_prepared_statements: preparedMax,
  })
  let pooler: ChildProcess | null = null
  const start = async () => {
    const [file, ...args] = engineCommand('pgbouncer')!
    const child = spawn(file, [...args, settings], { stdio: ['ignore', 'ignore', 'pipe'] })
    pooler = child
    const lines: string[] = []
    await new Promise<void>((resolve, reject) => {
      createInterface(child.stderr)
        .on('line', (line) => {
          lines.push(line)
          if (line.includes('process up')) resolve()
        })
        .on('close', () => reject(new Error(`pgbouncer ended:\n${lines.join('\n')}`)))
    })
  }
  const kill = async () => {
    if (!pooler || pooler.exitCode !== null || pooler.signalCode !== null) return
    const ended = once(pooler, 'exit')
    pooler.kill('SIGKILL')
    await ended
  }
  await start()
  const addressOf = (database: string) => {
    const url = new URL(direct)
    url.hostname = '127.0.0.1'
    url.port = String(port)
    url.pathname = `/${database}`
    return url.href
  }
  return {
    env: {
      DATABASE_URL: addressOf(name),
      DATABASE_STATEMENTS_URL: addressOf(`${name}_statements`),
      DATABASE_DIRECT_URL: direct.href,
    },
    consoleUrl: addressOf('pgbouncer'),
    kill,
    start,
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
