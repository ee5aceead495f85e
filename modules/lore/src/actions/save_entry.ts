import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { newId } from '#modules/kernel/ids'
import { EntryLimit } from '../rate_limits.ts'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { LorebookEntry } from '../../api.ts'
import { blankEntry } from '../domain/entry.ts'
import { limits } from '../domain/limits.ts'
import { entryColumns, toEntry, toEntryColumns, toFields, type EntryRow } from '../domain/rows.ts'
import { checkEntry } from '../domain/rules.ts'
import { LorebookEntryRow } from '../tables/lorebook_entry_row.ts'
import { checkRevision } from './check_revision.ts'
import { countEntries, findFullness, lockOwnBook } from './own_lorebook.ts'
import { findPosition } from './place_entry.ts'
import type { WriteRefusal } from './refusal.ts'

type Saved = Result<LorebookEntry, WriteRefusal>

/** Adds, edits, moves and deletes entries of the user's own lorebooks. Each method locks the book. */
@inject()
export class SaveEntry {
  constructor(
    private readonly db: Database,
    private readonly rateLimit: EntryLimit
  ) {}

  async add(ownerId: string, bookId: string, sent: unknown): Promise<Saved> {
    const checked = checkEntry(sent, blankEntry)
    if (!checked.ok) return fail({ kind: 'invalid', problems: checked.failure })
    const retryAfterSeconds = await this.rateLimit.count(ownerId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    return this.db.transaction(async (trx): Promise<Saved> => {
      const book = await lockOwnBook(trx, ownerId, bookId)
      if (!book) return fail({ kind: 'unknown' })
      if (book.entryCount >= limits.entriesMax) return fail({ kind: 'full', message: tooManyEntries })
      const { name, content, fields, bytes } = toEntryColumns(checked.value)
      const message = await findFullness(trx, ownerId, { added: bytes, inBook: book.textBytes })
      if (message) return fail({ kind: 'full', message })
      const position = await findPosition(trx, { ownerId, bookId, after: afterOf(sent), movedId: null })
      if (position === null) return fail(unknownNeighbour)
      const { rows } = await trx.rawQuery<{ rows: [EntryRow] }>(
        `INSERT INTO lorebook_entries (user_id, id, lorebook_id, position, name, content, fields, bytes)
         VALUES (?::uuid, ?::uuid, ?::uuid, ?::bigint, ?, ?, ?::jsonb, ?::int) RETURNING ${entryColumns}`,
        [ownerId, newId(), bookId, position, name, content, fields, bytes]
      )
      await countEntries(trx, { ownerId, bookId }, { entries: 1, bytes })
      return ok(toEntry(rows[0]))
    })
  }

  /** Changes the given fields, and the place if `after` is given. */
  async edit(ownerId: string, bookId: string, entryId: string, sent: unknown): Promise<Saved> {
    const retryAfterSeconds = await this.rateLimit.count(ownerId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    return this.db.transaction(async (trx): Promise<Saved> => {
      const book = await lockOwnBook(trx, ownerId, bookId)
      if (!book) return fail({ kind: 'unknown' })
      const row = await LorebookEntryRow.of(ownerId, { client: trx }).where({ id: entryId, lorebookId: bookId }).first()
      if (!row) return fail({ kind: 'unknown_entry' })
      const checked = checkEntry(sent, toFields(row))
      if (!checked.ok) return fail({ kind: 'invalid', problems: checked.failure })
      const refusal = checkRevision(sent, row.revision)
      if (refusal) return fail(refusal)
      const { name, content, fields, bytes } = toEntryColumns(checked.value)
      const added = bytes - row.bytes
      const message = await findFullness(trx, ownerId, { added, inBook: book.textBytes })
      if (message) return fail({ kind: 'full', message })
      const after = afterOf(sent)
      const position =
        after === undefined ? row.position : await findPosition(trx, { ownerId, bookId, after, movedId: row.id })
      if (position === null) return fail(unknownNeighbour)
      const { rows } = await trx.rawQuery<{ rows: [EntryRow] }>(
        `UPDATE lorebook_entries SET position = ?::bigint, name = ?, content = ?, fields = ?::jsonb, bytes = ?::int,
           revision = revision + 1, updated_at = clock_timestamp()
         WHERE user_id = ?::uuid AND id = ?::uuid RETURNING ${entryColumns}`,
        [position, name, content, fields, bytes, ownerId, row.id]
      )
      await countEntries(trx, { ownerId, bookId }, { entries: 0, bytes: added })
      return ok(toEntry(rows[0]))
    })
  }

  /** Deletes an entry. Returns null, or the reason why nothing was deleted. */
  delete(ownerId: string, bookId: string, entryId: string): Promise<WriteRefusal | null> {
    return this.db.transaction(async (trx) => {
      if (!(await lockOwnBook(trx, ownerId, bookId))) return { kind: 'unknown' as const }
      const { rows } = await trx.rawQuery<{ rows: { bytes: number }[] }>(
        'DELETE FROM lorebook_entries WHERE user_id = ?::uuid AND id = ?::uuid AND lorebook_id = ?::uuid RETURNING bytes',
        [ownerId, entryId, bookId]
      )
      if (!rows[0]) return { kind: 'unknown_entry' as const }
      await countEntries(trx, { ownerId, bookId }, { entries: -1, bytes: -rows[0].bytes })
      return null
    })
  }
}

const tooManyEntries = `A lorebook may have at most ${limits.entriesMax.toLocaleString('en')} entries. Split it into several books.`

const afterOf = (sent: unknown): unknown => (sent as { after?: unknown } | null)?.after

const unknownNeighbour: WriteRefusal = {
  kind: 'invalid',
  problems: [
    { field: 'after', rule: 'exists', message: 'after must be the id of another entry of this lorebook, or null.' },
  ],
}
