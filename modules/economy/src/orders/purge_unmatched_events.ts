import type { Database } from '@adonisjs/lucid/database'

/** Events that are unmatched for longer belong to sales of other products in the same provider account. */
const keptDays = 90

export const purgeUnmatchedEvents = async (db: Database) => {
  await db.rawQuery(
    'DELETE FROM payment_events WHERE applied_at IS NULL AND received_at < clock_timestamp() - make_interval(days => ?::int)',
    [keptDays]
  )
}
