import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { GuardedClient } from './database_clients.ts'
import { addressesOf, statement } from './sql.ts'

interface Place {
  database: string
  pid: number
  plans: string
}

/** The start of the server distinguishes databases of the same name. */
const placeSql = `
  SELECT format('%s %s', current_database(), extract(epoch FROM pg_postmaster_start_time())) AS database,
    pg_backend_pid() AS pid, current_setting('plan_cache_mode') AS plans`
const placeOfStatements = statement<Place>('kernel_place', placeSql)

/**
 * Checks the addresses of a database behind a pooler. Returns what works, but not well. Throws when they name different databases: the
 * processes would then take each other for ended. Does nothing without a pooler.
 */
export const checkPooler = async (client: QueryClientContract): Promise<string[]> => {
  const { direct, isPooled } = addressesOf(client)
  if (!isPooled) return []
  const connection = new GuardedClient(direct)
  try {
    await connection.connect()
    const { rows } = await connection.query(placeSql)
    const place: Place = rows[0]
    const [pooled] = (await client.rawQuery<{ rows: [Place] }>(placeSql)).rows
    const [statements] = (await placeOfStatements(client, [])) as [Place]
    if (pooled.database !== place.database) throw differs('DATABASE_DIRECT_URL')
    if (statements.database !== pooled.database) throw differs('DATABASE_STATEMENTS_URL')
    const warnings = []
    if (place.pid !== (connection as unknown as { processID: number }).processID)
      warnings.push('DATABASE_DIRECT_URL leads through a pooler: it must be in session mode')
    if (statements.plans !== 'force_generic_plan')
      warnings.push('statements are planned at most calls, which costs time: set DATABASE_STATEMENTS_URL')
    return warnings
  } finally {
    await connection.end().catch(() => {})
  }
}

const differs = (name: string) =>
  Object.assign(new Error(`${name} and DATABASE_URL name different databases. Use the same database.`), {
    code: 'E_INVALID_ENV_VARIABLES',
  })
