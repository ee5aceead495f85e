import pg from 'pg'
import { startPgBouncer } from '../../support/pgbouncer.ts'
import { sum } from './stats.mjs'

const lookEveryMs = 100

/**
 * Starts PgBouncer in front of a database, with this many connections for the server's two pools together. `env` is for servers.
 * `takeWaits()` tells how long transactions have waited for a connection since the last call.
 */
export async function startPooler(undo, databaseUrl, connections) {
  const pooler = await startPgBouncer(databaseUrl, { poolSize: connections / 2 })
  undo(() => pooler.close())
  const db = new pg.Client({ connectionString: pooler.consoleUrl })
  await db.connect()
  undo(() => db.end())
  const ask = async (what) => {
    const { rows } = await db.query(`SHOW ${what}`)
    return { rows, total: (...names) => sum(rows.flatMap((row) => names.map((name) => Number(row[name])))) }
  }
  const opened = {
    env: { ...pooler.env, DATABASE_OWNER_URL: databaseUrl },
    clientsMost: 0,
    takeWaits,
  }
  let mostMs = 0
  let before = { waitUs: 0, transactions: 0 }
  const look = async () => {
    const { rows, total } = await ask('POOLS')
    opened.clientsMost = Math.max(opened.clientsMost, total('cl_active', 'cl_waiting'))
    mostMs = Math.max(mostMs, ...rows.map((row) => Number(row.maxwait) * 1000 + Number(row.maxwait_us) / 1000))
  }
  const looking = setInterval(() => void look().catch(() => {}), lookEveryMs)
  undo(() => clearInterval(looking))
  return opened

  async function takeWaits() {
    const { total } = await ask('STATS')
    const now = { waitUs: total('total_wait_time'), transactions: total('total_xact_count') }
    const meanMs = (now.waitUs - before.waitUs) / (now.transactions - before.transactions) / 1000
    const waits = { meanMs, mostMs }
    before = now
    mostMs = 0
    return waits
  }
}
