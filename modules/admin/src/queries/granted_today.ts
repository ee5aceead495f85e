import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Returns the rubies that a person granted and made codes for within 24 hours. Lock the person first, so that two acts at once count. */
export const grantedToday = async (actorId: string, trx: TransactionClientContract): Promise<number> => {
  const { rows } = await trx.rawQuery<{ rows: [{ granted: number }] }>(
    `SELECT coalesce(sum((after->>'amount')::float8), 0) AS granted FROM admin_acts
     WHERE actor_id = ?::uuid AND kind IN ('rubies_granted', 'codes_made') AND created_at > now() - interval '1 day'`,
    [actorId]
  )
  return rows[0].granted
}
