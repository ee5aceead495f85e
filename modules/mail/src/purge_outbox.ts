import type { Database } from '@adonisjs/lucid/database'
import type { Transport } from './transport.ts'

export const keptDays = 7
const rowsPerRun = 1_000

/** Deletes old mail, in the table and on disk. Deletes files first, so that a crash in between leaves no files behind. */
export const purgeOutbox = async (db: Database, transport: Transport) => {
  const { rows } = await db.rawQuery<{ rows: { id: string }[] }>(
    'SELECT id FROM mail_outbox WHERE created_at < now() - make_interval(days => ?::int) LIMIT ?::int',
    [keptDays, rowsPerRun]
  )
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await (await transport.open()).copies?.delete(ids)
  await db.rawQuery('DELETE FROM mail_outbox WHERE id = ANY (?::uuid[])', [ids])
}
