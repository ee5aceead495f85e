import type { Database } from '@adonisjs/lucid/database'

/** Returns the bytes of the pictures that a user brought first. */
export const pictureStorage = async (db: Database, userId: string): Promise<number> => {
  const { rows } = await db.rawQuery<{ rows: [{ bytes: number }] }>(
    'SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM pictures WHERE owner_id = ?::uuid',
    [userId]
  )
  return rows[0].bytes
}
