import type { Database } from '@adonisjs/lucid/database'

/** Events of payments that no order turned up for in so long are about something that others sold on the same provider's account. */
const keptDays = 90

export const purgeUnmatchedEvents = async (db: Database) => {
  await db.rawQuery(
    'DELETE FROM payment_events WHERE applied_at IS NULL AND received_at < clock_timestamp() - make_interval(days => ?::int)',
    [keptDays]
  )
}
