import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { parentOf, processName } from './proc.mjs'

/**
 * Two empty databases on the PostgreSQL at `adminUrl`, dropped by `close()`. `postmaster` is the pid of the root process, or null if it
 * runs on another machine, where its CPU can't be measured.
 */
export async function openDatabases(adminUrl) {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const run = randomBytes(4).toString('hex')
  const names = [`facet_bench_floor_${run}`, `facet_bench_server_${run}`]
  for (const name of names) await admin.query(`create database ${name}`)
  const { rows } = await admin.query(`select pg_backend_pid() as pid, current_setting('server_version') as version,
    current_setting('fsync') = 'on' and current_setting('synchronous_commit') = 'on' as durable`)
  const { pid, version, durable } = rows[0]
  const [floorUrl, facetUrl] = names.map((name) => {
    const url = new URL(adminUrl)
    url.pathname = `/${name}`
    return url.href
  })
  return {
    floorUrl,
    facetUrl,
    postmaster: processName(pid) === 'postgres' ? parentOf(pid) : null,
    version,
    durable,
    async close() {
      for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}
