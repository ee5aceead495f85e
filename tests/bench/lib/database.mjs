import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { parentOf, processName } from './proc.mjs'
import { sum } from './stats.mjs'

/**
 * Creates three empty databases on the PostgreSQL at `adminUrl`, which `close()` drops. `postmaster` is the pid of the root process, or null
 * if it runs on another machine, where its CPU can't be measured.
 */
export async function openDatabases(adminUrl) {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const run = randomBytes(4).toString('hex')
  const names = ['floor', 'server', 'beside'].map((name) => `facet_bench_${name}_${run}`)
  for (const name of names) await admin.query(`CREATE DATABASE ${name}`)
  const { rows } = await admin.query(`SELECT pg_backend_pid() AS pid, current_setting('server_version') AS version,
    current_setting('fsync') = 'on' AND current_setting('synchronous_commit') = 'on' AS durable`)
  const { pid, version, durable } = rows[0]
  const [floorUrl, facetUrl, besideUrl] = names.map((name) => {
    const url = new URL(adminUrl)
    url.pathname = `/${name}`
    return url.href
  })
  return {
    floorUrl,
    facetUrl,
    besideUrl,
    postmaster: processName(pid) === 'postgres' ? parentOf(pid) : null,
    version,
    durable,
    async close() {
      for (const name of names) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}

/** Gathers the statistics that autovacuum keeps in production, because plans depend on them. */
export async function analyze(...urls) {
  for (const connectionString of urls) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query('VACUUM ANALYZE').finally(() => client.end())
  }
}

/** The log names a row or an entry once, whatever it contains. Splits of index pages contain the entry that caused them. */
const records = {
  commits: /^Transaction\/COMMIT$/,
  rows: /^Heap\/(INSERT|UPDATE|HOT_UPDATE|DELETE)/,
  indexEntries: /^Btree\/(INSERT_LEAF|INSERT_POST|SPLIT_[LR])$/,
}

/**
 * Opens the write-ahead log of the whole PostgreSQL. Returns null without a superuser or pg_walinspect. `read(from, to)` returns
 * `{ commits, rows, indexEntries, bytes, pageImageBytes }` between two positions that are at least a second old: how many were written.
 * `bytes` excludes the images of whole pages, whose number depends on the time since the last checkpoint.
 */
export async function openWal(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect')
  } catch {
    await client.end()
    return null
  }
  return {
    close: () => client.end(),
    async position() {
      const { rows } = await client.query('SELECT pg_current_wal_insert_lsn() AS lsn')
      return rows[0].lsn
    },
    async read(from, to) {
      const { rows } = await client.query(
        `SELECT "resource_manager/record_type" AS type, count::int, fpi_size::float8 AS images, ($2::pg_lsn - $1::pg_lsn)::float8 AS bytes
         FROM pg_get_wal_stats($1, $2, true)`,
        [from, to]
      )
      const count = (pattern) => sum(rows.filter(({ type }) => pattern.test(type)).map((row) => row.count))
      const counts = Object.fromEntries(Object.entries(records).map(([name, pattern]) => [name, count(pattern)]))
      const pageImageBytes = sum(rows.map(({ images }) => images))
      return { ...counts, bytes: rows[0].bytes - pageImageBytes, pageImageBytes }
    },
  }
}
