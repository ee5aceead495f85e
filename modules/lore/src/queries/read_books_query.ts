import type { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { LorebookForExport } from '../../index.ts'
import { limits } from '../domain/limits.ts'
import { bookColumns, entryColumns, toFields, toLorebook, type BookRow, type EntryRow } from '../domain/rows.ts'
import type { BookOrigin, LoreBook } from '../engine/types.ts'

/** Lorebooks with all of their entries. */
export class ReadBooksQuery {
  constructor(private readonly db: Database) {}

  /** For the engine, in the given order. */
  async forActivation(
    ownerId: string,
    bookIds: readonly string[],
    origin: BookOrigin
  ): Promise<Result<LoreBook[], 'unknown' | 'too_large'>> {
    const ids = [...new Set(bookIds)]
    const found = await this.db.rawQuery<{ rows: (BookRow & { bytes: number })[] }>(
      `SELECT ${bookColumns}, bytes::float8 AS bytes FROM lorebooks WHERE id = ANY(?::uuid[]) AND owner_id = ?::uuid`,
      [ids, ownerId] as never
    )
    if (found.rows.length < ids.length) return fail('unknown')
    const total = (of: (row: BookRow & { bytes: number }) => number) =>
      found.rows.reduce((sum, row) => sum + of(row), 0)
    if (total((row) => row.entry_count) > limits.testEntriesMax) return fail('too_large')
    // Originals count too, so this errs on the safe side.
    if (total((row) => row.bytes) > 3 * limits.bookBytesMax) return fail('too_large')
    const { rows } = await this.db.rawQuery<{ rows: (EntryRow & { lorebook_id: string })[] }>(
      `SELECT ${entryColumns}, lorebook_id FROM lorebook_entries WHERE lorebook_id = ANY(?::uuid[]) ORDER BY position, id`,
      [ids] as never
    )
    const entries = Map.groupBy(rows, (row) => row.lorebook_id)
    const books = new Map(found.rows.map((row) => [row.id, row]))
    return ok(
      ids.map((id) => {
        const { scanDepth, tokenBudget, recursive } = toLorebook(books.get(id)!)
        const own = (entries.get(id) ?? []).map((row) => ({ ...toFields(row), id: row.id }))
        return { id, origin, scanDepth, tokenBudget, recursive, entries: own }
      })
    )
  }

  /** Null if the user has no such book. */
  async forExport(ownerId: string, bookId: string): Promise<LorebookForExport | null> {
    const found = await this.db.rawQuery<{ rows: (BookRow & { original: Buffer | null })[] }>(
      `SELECT ${bookColumns}, original FROM lorebooks WHERE id = ?::uuid AND owner_id = ?::uuid`,
      [bookId, ownerId]
    )
    const [row] = found.rows
    if (!row) return null
    const { rows } = await this.db.rawQuery<{ rows: EntryRow[] }>(
      `SELECT ${entryColumns} FROM lorebook_entries WHERE lorebook_id = ?::uuid ORDER BY position, id`,
      [bookId]
    )
    const { name, description, scanDepth, tokenBudget, recursive } = toLorebook(row)
    return {
      book: { name, description, scanDepth, tokenBudget, recursive },
      entries: rows.map((entry) => ({ ...toFields(entry), origin: entry.origin })),
      original: row.original ? { format: row.original_format!, bytes: row.original } : null,
    }
  }
}
