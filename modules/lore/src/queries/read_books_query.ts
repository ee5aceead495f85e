import type { Database } from '@adonisjs/lucid/database'
import { nilUuid } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { BooksRequest, LorebookForExport } from '../../index.ts'
import { limits } from '../domain/limits.ts'
import { bookColumns, entryColumns, toFields, toLorebook, type BookRow, type EntryRow } from '../domain/rows.ts'
import type { BookOrigin, LoreBook, LoreEntry } from '../engine/types.ts'
import { EntryCache } from './entry_cache.ts'

interface ReplyBookRow extends BookRow {
  owner_id: string
  bytes: number
  version: string
}

/** Lorebooks with all of their entries. */
export class ReadBooksQuery {
  readonly #cache = new EntryCache()

  constructor(private readonly db: Database) {}

  /**
   * Reads books for a reply. Caches entries by the version of the book's row, which changes with every write of the book or its entries.
   * Reads the rows before the entries, so after a concurrent write the next reply reads the entries again.
   */
  async forReply(requests: readonly BooksRequest[]): Promise<LoreBook[]> {
    const wanted = requests.flatMap(({ ownerId, bookIds, origin }) => bookIds.map((id) => ({ id, ownerId, origin })))
    const { rows } = await this.db.rawQuery<{ rows: ReplyBookRow[] }>(
      `SELECT ${bookColumns}, owner_id, bytes::float8 AS bytes, lorebooks.xmin::text AS version FROM lorebooks
       JOIN unnest(?::uuid[], ?::uuid[]) AS wanted (wanted_id, wanted_owner) ON id = wanted_id AND owner_id = wanted_owner`,
      [wanted.map(({ id }) => id), wanted.map(({ ownerId }) => ownerId)] as never
    )
    const found = new Map(rows.map((row) => [row.id, row]))
    const books: { row: ReplyBookRow; origin: BookOrigin }[] = []
    let [entriesLeft, bytesLeft]: [number, number] = [limits.testEntriesMax, 3 * limits.bookBytesMax]
    for (const { id, ownerId, origin } of wanted) {
      const row = found.get(id)
      if (row?.owner_id !== ownerId) continue
      found.delete(id)
      entriesLeft -= row.entry_count
      bytesLeft -= row.bytes
      if (entriesLeft < 0 || bytesLeft < 0) break
      books.push({ row, origin })
    }
    const entries = await this.#entriesOf(books.map(({ row }) => row))
    return books.map(({ row, origin }) => {
      const { id, scanDepth, tokenBudget, recursive } = toLorebook(row)
      return { id, origin, scanDepth, tokenBudget, recursive, entries: entries.get(id)! }
    })
  }

  async #entriesOf(books: readonly ReplyBookRow[]): Promise<ReadonlyMap<string, readonly LoreEntry[]>> {
    const known = new Map(books.map((book) => [book.id, this.#cache.get(book)]))
    const missing = books.filter(({ id }) => !known.get(id))
    const read =
      missing.length > 0 ? await this.#readEntries(missing.map(({ id }) => id)) : new Map<string, LoreEntry[]>()
    for (const book of missing) {
      const entries = read.get(book.id) ?? []
      known.set(book.id, entries)
      this.#cache.set(book, entries)
    }
    return known as Map<string, readonly LoreEntry[]>
  }

  /** Returns the entries in order, by book id. */
  async #readEntries(bookIds: readonly string[]): Promise<Map<string, LoreEntry[]>> {
    const { rows } = await this.db.rawQuery<{ rows: (EntryRow & { lorebook_id: string })[] }>(
      `SELECT ${entryColumns}, lorebook_id FROM lorebook_entries WHERE lorebook_id = ANY(?::uuid[]) ORDER BY position, id`,
      [bookIds] as never
    )
    const entries = new Map<string, LoreEntry[]>()
    for (const row of rows) {
      const own = entries.get(row.lorebook_id) ?? []
      own.push({ ...toFields(row), id: row.id })
      entries.set(row.lorebook_id, own)
    }
    return entries
  }

  /** Reads books for the engine, in the given order. */
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
    // `bytes` includes the original files, so this check errs on the safe side.
    if (total((row) => row.bytes) > 3 * limits.bookBytesMax) return fail('too_large')
    const entries = await this.#readEntries(ids)
    const books = new Map(found.rows.map((row) => [row.id, row]))
    return ok(
      ids.map((id) => {
        const { scanDepth, tokenBudget, recursive } = toLorebook(books.get(id)!)
        return { id, origin, scanDepth, tokenBudget, recursive, entries: entries.get(id) ?? [] }
      })
    )
  }

  async ownIds(ownerId: string, after: string | null, limit: number): Promise<readonly string[]> {
    const { rows } = await this.db.rawQuery<{ rows: { id: string }[] }>(
      'SELECT id FROM lorebooks WHERE owner_id = ?::uuid AND id > ?::uuid ORDER BY id LIMIT ?::int',
      [ownerId, after ?? nilUuid, limit]
    )
    return rows.map(({ id }) => id)
  }

  /** Returns null if the user has no such book. */
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
