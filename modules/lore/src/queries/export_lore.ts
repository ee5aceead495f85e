import type { Database } from '@adonisjs/lucid/database'
import { eachRow, type ExportSections } from '#modules/accounts/index'
import { nilUuid } from '#modules/kernel/ids'
import { bookColumns, entryColumns, toEntry, toLorebook, type BookRow, type EntryRow } from '../domain/rows.ts'

/** Adds a user's lorebooks with their entries to the data export. */
export const exportLore = (sections: ExportSections, db: Database) => {
  const rowsOf = async <Row>(sql: string, values: (string | number)[]): Promise<Row[]> =>
    (await db.rawQuery<{ rows: Row[] }>(sql, values)).rows

  const entriesOf = (userId: string, bookId: string) =>
    eachRow<EntryRow>(20, (last, limit) =>
      rowsOf(
        `SELECT ${entryColumns} FROM lorebook_entries
         WHERE user_id = ?::uuid AND lorebook_id = ?::uuid ${last ? 'AND (position, id) > (?::bigint, ?::uuid)' : ''}
         ORDER BY position, id LIMIT ?::int`,
        [userId, bookId, ...(last ? [last.position, last.id] : []), limit]
      )
    )

  sections.add('lorebooks', async function* ({ id }) {
    const books = eachRow<BookRow>(100, (last, limit) =>
      rowsOf(`SELECT ${bookColumns} FROM lorebooks WHERE user_id = ?::uuid AND id > ?::uuid ORDER BY id LIMIT ?::int`, [
        id,
        last?.id ?? nilUuid,
        limit,
      ])
    )
    let sign = '['
    for await (const row of books) {
      yield `${sign}${JSON.stringify(toLorebook(row)).slice(0, -1)},"entries":[`
      let comma = ''
      for await (const entry of entriesOf(id, row.id)) {
        yield comma + JSON.stringify(toEntry(entry))
        comma = ',\n'
      }
      yield ']}'
      sign = ',\n'
    }
    yield sign === '[' ? '[]' : ']'
  })
}
