import type { Database } from '@adonisjs/lucid/database'

/** Deletes jobs that ended more than 30 days ago. */
export const purgeJobs = async (db: Database) => {
  await db.rawQuery(
    `DELETE FROM jobs WHERE id IN (
       SELECT id FROM jobs WHERE finished_at < now() - interval '30 days' LIMIT 1000 FOR UPDATE SKIP LOCKED
     )`
  )
}
