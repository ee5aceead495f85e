import type { Database } from '@adonisjs/lucid/database'
import { partColumnNames, versionedColumns } from '../domain/draft_rows.ts'

/** As stored, which for long texts means compressed. Reads no long text. */
const sizeOf = (columns: readonly string[]) => columns.map((name) => `coalesce(pg_column_size(${name}), 0)`).join(' + ')

const sql = `
  SELECT coalesce(sum(${sizeOf(versionedColumns)} + ${sizeOf(partColumnNames)} + coalesce(earlier.bytes, 0)), 0)::float8 AS bytes
  FROM characters
  LEFT JOIN character_parts AS parts ON parts.character_id = characters.id
  LEFT JOIN LATERAL (
    SELECT sum(bytes) AS bytes FROM character_versions AS version WHERE version.character_id = characters.id
  ) AS earlier ON true
  WHERE created_by = ?::uuid`

/** Returns the bytes of a user's characters and their versions, with deleted ones until they are purged. */
export const characterStorage = async (db: Database, userId: string): Promise<number> => {
  const { rows } = await db.rawQuery<{ rows: [{ bytes: number }] }>(sql, [userId])
  return rows[0].bytes
}
