import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { lockSql, presenceLockOf } from '../locks.ts'
import { MigrationRefused } from '../as_owner.ts'

/**
 * Throws while other processes serve users of this database. A process that ended without a word counts as running until its lease has
 * expired by the database's clock, because it may only have lost its connections. Its replies stay, and the next server ends them.
 */
export const refuseOtherProcesses = async (
  client: QueryClientContract,
  report: (text: string, step: 'waiting') => unknown
): Promise<void> => {
  const { rows } = await client.rawQuery<{ rows: { connected: number; unexpired: number }[] }>(
    `SELECT count(*) FILTER (WHERE NOT is_gone)::int AS connected, count(*) FILTER (WHERE lease_until > clock_timestamp())::int AS unexpired
     FROM (SELECT lease_until, ${lockSql.try(presenceLockOf('id::text'))} AS is_gone FROM reply_owners) processes`
  )
  const { connected, unexpired } = rows[0]!
  if (connected > 0)
    throw new MigrationRefused(
      `${connected === 1 ? 'A Facet process still uses' : `${connected} Facet processes still use`} this database. ` +
        'Stop all of them, then try again.'
    )
  if (unexpired === 0) return
  await report('waiting until the processes that did not stop properly count as ended', 'waiting')
  await client.rawQuery(
    "SELECT pg_sleep_until((SELECT max(lease_until) FROM reply_owners WHERE lease_until < clock_timestamp() + INTERVAL '1 hour'))"
  )
}
