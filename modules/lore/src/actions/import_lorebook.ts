import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { newId } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import { codePoints, trimmed } from '#modules/kernel/text'
import type { ImportedBook, LoreRefusal, OriginalLorebook } from '../../index.ts'
import { blankEntry, blankLorebook } from '../domain/entry.ts'
import { limits } from '../domain/limits.ts'
import { toEntryColumns } from '../domain/rows.ts'
import { checkBook, checkEntry } from '../domain/rules.ts'
import { LorebookEntryRow } from '../tables/lorebook_entry_row.ts'
import { LorebookRow } from '../tables/lorebook_row.ts'
import { findFullness, lockOwnBook, lockWrites, readTotals } from './own_lorebook.ts'
import { positionGap } from './place_entry.ts'
import { tooManyBooks } from './save_lorebook.ts'

/** The number of entries that are checked before yielding to the event loop. An entry may have hundreds of keys. */
const checkedAtOnce = 20
/** The largest number of entries that one statement inserts, and their size, unless a single entry is larger. */
const batchSize = 250
const batchBytes = 512 * 1_024

type NewEntry = ReturnType<typeof toEntryColumns> & { origin: string | null }

type Imported = Result<{ id: string; entryCount: number }, LoreRefusal>

/** Stores a lorebook with its entries and its original file, atomically. */
@inject()
export class ImportLorebook {
  constructor(private readonly db: Database) {}

  async run(
    ownerId: string,
    book: ImportedBook,
    original: OriginalLorebook | null,
    trx?: TransactionClientContract
  ): Promise<Imported> {
    const checked = await checkImport(book, original)
    if (!checked.ok) return checked
    const { columns, rows, bytes, originalBytes } = checked.value
    const store = async (client: TransactionClientContract): Promise<Imported> => {
      await lockWrites(client, ownerId)
      const { books } = await readTotals(client, ownerId)
      if (books >= limits.booksMax) return fail({ kind: 'full', message: tooManyBooks })
      const message = await findFullness(client, ownerId, { added: bytes, inBook: -originalBytes })
      if (message) return fail({ kind: 'full', message })
      const id = newId()
      await LorebookRow.create({ userId: ownerId, id, ...columns }, { client })
      await insertAll(client, { ownerId, bookId: id }, rows)
      return ok({ id, entryCount: rows.length })
    }
    return trx ? store(trx) : this.db.transaction(store)
  }

  /** Replaces a book. Returns null if the user has no such book. */
  async replace(
    ownerId: string,
    bookId: string,
    book: ImportedBook,
    original: OriginalLorebook | null,
    trx?: TransactionClientContract
  ): Promise<Imported | null> {
    const checked = await checkImport(book, original)
    if (!checked.ok) return checked
    const { columns, rows, bytes, originalBytes } = checked.value
    const store = async (client: TransactionClientContract): Promise<Imported | null> => {
      const present = await lockOwnBook(client, ownerId, bookId)
      if (!present) return null
      const sizes = { added: bytes, inBook: -originalBytes, replaced: present.bytes }
      const message = await findFullness(client, ownerId, sizes)
      if (message) return fail({ kind: 'full', message })
      await LorebookEntryRow.of(ownerId, { client }).where('lorebook_id', bookId).delete()
      await client.rawQuery(
        `UPDATE lorebooks SET name = :name, description = :description, scan_depth = :scanDepth::int,
           token_budget = :tokenBudget::int, recursive = :recursive::boolean, entry_count = :entryCount::int, bytes = :bytes::bigint,
           original = :original::bytea, original_format = :originalFormat, revision = revision + 1, updated_at = clock_timestamp()
         WHERE user_id = :ownerId::uuid AND id = :bookId::uuid`,
        { ...columns, ownerId, bookId } as never
      )
      await insertAll(client, { ownerId, bookId }, rows)
      return ok({ id: bookId, entryCount: rows.length })
    }
    return trx ? store(trx) : this.db.transaction(store)
  }
}

/** Checks a book, and returns the values of its columns with the rows of its entries. */
const checkImport = async ({ book, entries }: ImportedBook, original: OriginalLorebook | null) => {
  const checked = checkBook({ ...book, name: shortName(book.name) }, blankLorebook)
  if (!checked.ok) return fail<LoreRefusal>({ kind: 'invalid', ...checked.failure[0]! })
  if (entries.length > limits.entriesMax) return fail(tooManyEntries(entries.length))
  const rows = await checkEntries(entries)
  if (!rows.ok) return rows
  const originalBytes = original?.bytes.byteLength ?? 0
  const bytes = rows.value.reduce((sum, row) => sum + row.bytes, originalBytes)
  const { name, description, scanDepth, tokenBudget, recursive } = checked.value
  const columns = {
    name,
    description,
    scanDepth,
    tokenBudget,
    recursive,
    entryCount: rows.value.length,
    bytes: String(bytes),
    original: original && Buffer.from(original.bytes),
    originalFormat: original?.format ?? null,
  }
  return ok({ columns, rows: rows.value, bytes, originalBytes })
}

/** Names a book whose file has no name, and shortens a name that is too long for lists. The original file keeps the full name. */
const shortName = (name: string): string => {
  const shown = trimmed(name) || 'Lorebook'
  return codePoints(shown) > limits.nameMax ? [...shown].slice(0, limits.nameMax).join('') : shown
}

const tooManyEntries = (count: number): LoreRefusal => ({
  kind: 'invalid',
  field: 'entries',
  message: `The lorebook has ${count.toLocaleString('en')} entries. At most ${limits.entriesMax.toLocaleString('en')} are possible.`,
})

/** Checks the entries up to the first problem. Reports a text over a limit instead of cutting it. */
const checkEntries = async (entries: ImportedBook['entries']): Promise<Result<NewEntry[], LoreRefusal>> => {
  const rows: NewEntry[] = []
  for (const [at, { origin, ...fields }] of entries.entries()) {
    if (at % checkedAtOnce === 0) await yieldToEventLoop()
    const checked = checkEntry(fields, blankEntry)
    if (!checked.ok) {
      const { field, message } = checked.failure[0]!
      return fail({ kind: 'invalid', field: `entries.${at}.${field}`, message: `Entry ${at + 1}: ${message}` })
    }
    rows.push({ ...toEntryColumns(checked.value), origin })
  }
  return ok(rows)
}

const insertAll = async (
  client: TransactionClientContract,
  book: { ownerId: string; bookId: string },
  rows: readonly NewEntry[]
) => {
  for (let start = 0; start < rows.length;) {
    const batch = batchFrom(rows, start)
    await insertEntries(client, { ...book, start, rows: batch })
    start += batch.length
  }
}

const batchFrom = (rows: readonly NewEntry[], start: number): readonly NewEntry[] => {
  let [end, bytes] = [start, 0]
  while (end < rows.length && end - start < batchSize && (end === start || bytes + rows[end]!.bytes <= batchBytes))
    bytes += rows[end++]!.bytes
  return rows.slice(start, end)
}

const insertEntries = (
  trx: TransactionClientContract,
  { ownerId, bookId, start, rows }: { ownerId: string; bookId: string; start: number; rows: readonly NewEntry[] }
): Promise<unknown> =>
  trx.rawQuery(
    `INSERT INTO lorebook_entries (user_id, id, lorebook_id, position, name, content, fields, bytes, origin)
     SELECT ?::uuid, id, ?::uuid, (?::bigint + number) * ?::bigint, name, content, fields::jsonb, bytes, origin
     FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int[], ?::text[]) WITH ORDINALITY
       AS given (id, name, content, fields, bytes, origin, number)`,
    [
      ownerId,
      bookId,
      start,
      positionGap,
      rows.map(() => newId()),
      rows.map(({ name }) => name),
      rows.map(({ content }) => content),
      rows.map(({ fields }) => fields),
      rows.map(({ bytes }) => bytes),
      rows.map(({ origin }) => origin),
    ] as never
  )
