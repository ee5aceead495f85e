import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { nilUuid } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import { UserTurns } from '#modules/kernel/user_turns'
import { Lore, LoreChats, LoreUses, type BooksRequest, type LorebookForExport } from '../index.ts'
import { ImportLorebook } from './actions/import_lorebook.ts'
import { limits } from './domain/limits.ts'
import { bookColumns, entryColumns, toFields, toLorebook, type BookRow, type EntryRow } from './domain/rows.ts'
import type { BookOrigin, LoreBook, LoreEntry } from './engine/types.ts'
import { EntryCache } from './queries/entry_cache.ts'

interface CachedBookRow extends BookRow {
  userId: string
  /** The size of the entries, without the original file. */
  bytes: number
  version: string
}

/** The database driver converts about this much before the event loop runs, and would convert as much for each connection. */
const largeBytes = 1_048_576
/** The number of rows that are converted before the event loop runs. */
const rowsAtOnce = 500

@inject()
export class DatabaseLore extends Lore {
  readonly #cache = new EntryCache()
  readonly #turns = new UserTurns({ runningMax: 1, queueMax: Infinity })
  readonly #reading = new Map<string, Promise<Map<string, LoreEntry[]>>>()

  constructor(
    private readonly db: Database,
    private readonly imports: ImportLorebook
  ) {
    super()
  }

  createFromImport(...given: Parameters<Lore['createFromImport']>) {
    return this.imports.run(...given)
  }

  replaceFromImport(...given: Parameters<Lore['replaceFromImport']>) {
    return this.imports.replace(...given)
  }

  /** The books of the character and those of the user have separate limits. */
  async readForReply(requests: readonly BooksRequest[]): Promise<LoreBook[]> {
    const wanted = requests.flatMap(({ ownerId, bookIds, origin }) => bookIds.map((id) => ({ id, ownerId, origin })))
    const found = await this.#findBooks(wanted)
    const rooms = { character: new Room(), own: new Room() }
    const books: { row: CachedBookRow; origin: BookOrigin; isLeftOut: boolean }[] = []
    for (const { id, ownerId, origin } of wanted) {
      const row = found.get(id)
      if (row?.userId !== ownerId) continue
      found.delete(id)
      const isLeftOut = !rooms[origin === 'character' ? 'character' : 'own'].take(row)
      books.push({ row, origin, isLeftOut })
    }
    const entries = await this.#entriesOf(books.flatMap(({ row, isLeftOut }) => (isLeftOut ? [] : [row])))
    return books.map(({ row, origin, isLeftOut }) => ({
      ...toLoreBook(row, origin, entries.get(row.id) ?? []),
      ...(isLeftOut && { leftOut: { name: row.name } }),
    }))
  }

  async readForActivation(
    ownerId: string,
    bookIds: readonly string[],
    origin: BookOrigin
  ): Promise<Result<LoreBook[], 'unknown' | 'too_large'>> {
    const ids = [...new Set(bookIds)]
    const found = await this.#findBooks(ids.map((id) => ({ id, ownerId })))
    if (found.size < ids.length) return fail('unknown')
    const room = new Room()
    const rows = ids.map((id) => found.get(id)!)
    if (!rows.every((row) => room.take(row))) return fail('too_large')
    const entries = await this.#entriesOf(rows)
    return ok(rows.map((row) => toLoreBook(row, origin, entries.get(row.id)!)))
  }

  /** Returns the rows of the books that exist and belong to their given owners, by id. */
  async #findBooks(wanted: readonly { id: string; ownerId: string }[]): Promise<Map<string, CachedBookRow>> {
    const owners = wanted.map(({ ownerId }) => ownerId)
    const { rows } = await this.db.rawQuery<{ rows: CachedBookRow[] }>(
      `SELECT ${bookColumns}, user_id AS "userId", (bytes - coalesce(octet_length(original), 0))::float8 AS bytes, lorebooks.xmin::text AS version
       FROM lorebooks
       JOIN unnest(?::uuid[], ?::uuid[]) AS wanted (wanted_id, wanted_owner) ON user_id = wanted_owner AND id = wanted_id
       WHERE user_id = ANY (?::uuid[])`,
      [wanted.map(({ id }) => id), owners, owners] as never
    )
    return new Map(rows.map((row) => [row.id, row]))
  }

  /**
   * Caches entries by the version of the book's row, which changes with every write of the book or its entries. The row is read before the
   * entries, so after a concurrent write the next reply reads the entries again.
   */
  async #entriesOf(books: readonly CachedBookRow[]): Promise<ReadonlyMap<string, readonly LoreEntry[]>> {
    const known = new Map(books.map((book) => [book.id, this.#cache.get(book)]))
    const missing = books.filter(({ id }) => !known.get(id))
    const read = missing.length > 0 ? await this.#readOnce(missing) : new Map<string, LoreEntry[]>()
    for (const book of missing) {
      const entries = read.get(book.id) ?? []
      known.set(book.id, entries)
      this.#cache.set(book, entries)
    }
    return known as Map<string, readonly LoreEntry[]>
  }

  /** Concurrent prompts with the same books share one read. Large books are read one after the other. */
  #readOnce(books: readonly CachedBookRow[]): Promise<Map<string, LoreEntry[]>> {
    const key = books.map(({ id, version }) => `${id} ${version}`).join()
    const known = this.#reading.get(key)
    if (known) return known
    const isLarge = books.reduce((sum, { bytes }) => sum + bytes, 0) > largeBytes
    const reading = isLarge ? this.#readInTurn(books) : this.#readEntries(books)
    this.#reading.set(key, reading)
    const forget = () => this.#reading.delete(key)
    reading.then(forget, forget)
    return reading
  }

  async #readInTurn(books: readonly CachedBookRow[]): Promise<Map<string, LoreEntry[]>> {
    await this.#turns.begin(books[0]!.userId)
    try {
      return await this.#readEntries(books)
    } finally {
      this.#turns.end()
    }
  }

  /** Returns the entries in order, by book id. */
  async #readEntries(books: readonly CachedBookRow[]): Promise<Map<string, LoreEntry[]>> {
    const owners = books.map((book) => book.userId)
    const { rows } = await this.db.rawQuery<{ rows: (EntryRow & { lorebookId: string })[] }>(
      `SELECT ${entryColumns}, lorebook_id AS "lorebookId" FROM lorebook_entries
       JOIN unnest(?::uuid[], ?::uuid[]) AS wanted (book_id, book_owner) ON user_id = book_owner AND lorebook_id = book_id
       WHERE user_id = ANY (?::uuid[]) ORDER BY position, id`,
      [books.map((book) => book.id), owners, owners] as never
    )
    const entries = new Map<string, LoreEntry[]>()
    for (const [at, row] of rows.entries()) {
      if (at % rowsAtOnce === rowsAtOnce - 1) await yieldToEventLoop()
      const own = entries.get(row.lorebookId) ?? []
      own.push({ ...toFields(row), id: row.id })
      entries.set(row.lorebookId, own)
    }
    return entries
  }

  async findOwn(
    ownerId: string,
    bookIds: readonly string[],
    client: Pick<TransactionClientContract, 'rawQuery'> = this.db
  ): Promise<string[]> {
    const { rows } = await client.rawQuery<{ rows: { id: string }[] }>(
      'SELECT id FROM lorebooks WHERE user_id = ?::uuid AND id = ANY (?::uuid[])',
      [ownerId, bookIds] as never
    )
    const owned = new Set(rows.map(({ id }) => id))
    return bookIds.filter((id) => owned.has(id))
  }

  async alwaysOn(ownerId: string): Promise<string[]> {
    const { rows } = await this.db.rawQuery<{ rows: { id: string }[] }>(
      'SELECT id FROM lorebooks WHERE user_id = ?::uuid AND always_on ORDER BY id',
      [ownerId]
    )
    return rows.map(({ id }) => id)
  }

  async ownIds(ownerId: string, after: string | null, limit: number): Promise<readonly string[]> {
    const { rows } = await this.db.rawQuery<{ rows: { id: string }[] }>(
      'SELECT id FROM lorebooks WHERE user_id = ?::uuid AND id > ?::uuid ORDER BY id LIMIT ?::int',
      [ownerId, after ?? nilUuid, limit]
    )
    return rows.map(({ id }) => id)
  }

  async readForExport(ownerId: string, bookId: string): Promise<LorebookForExport | null> {
    const found = await this.db.rawQuery<{ rows: (BookRow & { original: Buffer | null })[] }>(
      `SELECT ${bookColumns}, original FROM lorebooks WHERE user_id = ?::uuid AND id = ?::uuid`,
      [ownerId, bookId]
    )
    const [row] = found.rows
    if (!row) return null
    const { rows } = await this.db.rawQuery<{ rows: EntryRow[] }>(
      `SELECT ${entryColumns} FROM lorebook_entries WHERE user_id = ?::uuid AND lorebook_id = ?::uuid ORDER BY position, id`,
      [ownerId, bookId]
    )
    const { name, description, scanDepth, tokenBudget, recursive } = toLorebook(row)
    return {
      book: { name, description, scanDepth, tokenBudget, recursive },
      entries: rows.map((entry) => ({ ...toFields(entry), origin: entry.origin })),
      original: row.original ? { format: row.originalFormat!, bytes: row.original } : null,
    }
  }
}

/** The room for the lorebooks of a prompt. */
class Room {
  #entries: number = limits.promptEntriesMax
  #bytes: number = limits.promptBytesMax

  /** Returns false if there is no room for a book. */
  take({ entryCount: entries, bytes }: CachedBookRow): boolean {
    if (entries > this.#entries || bytes > this.#bytes) return false
    this.#entries -= entries
    this.#bytes -= bytes
    return true
  }
}

const toLoreBook = (row: BookRow, origin: BookOrigin, entries: readonly LoreEntry[]): LoreBook => {
  const { id, scanDepth, tokenBudget, recursive } = toLorebook(row)
  return { id, origin, scanDepth, tokenBudget, recursive, entries }
}

const bytesPerToken = 4

/** The default while no module binds `LoreUses`. */
export class NoUses extends LoreUses {
  of() {
    return Promise.resolve(new Map<string, never>())
  }
}

/** The default while no module binds `LoreChats`. */
export class NoChats extends LoreChats {
  read() {
    return Promise.resolve(null)
  }

  countTokens(text: string) {
    return Math.ceil(Buffer.byteLength(text) / bytesPerToken)
  }
}
