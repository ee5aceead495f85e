import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isStorable } from '#modules/kernel/text'
import type { ImportRefusal } from '../../api.ts'
import { CharacterImports, type ImportOptions, type ImportOutcome } from '../../index.ts'
import { checkImportedCharacter, rulesAt, type ContentRules } from '../domain/character_rules.ts'
import { draftColumns, draftColumnTypes, toRow, type DraftRow } from '../domain/draft_rows.ts'
import { limits } from '../domain/limits.ts'
import type { ReadEntry } from '../import/read_entries.ts'
import { withMark } from '../marks/mark_address.ts'

/** A batch is stored when it reaches either limit. */
const batchEntriesMax = 500
const batchTextMax = 1_000_000

interface Batch {
  rows: DraftRow[]
  text: number
}

type Store = (rows: DraftRow[]) => Promise<number>

/** Reads the entries from one JSON parameter. `n` is their order. */
const entriesAs = `json_to_recordset(?::json) AS entry (n int, ${draftColumnTypes})`

/** Entries that none of the owners has. Of equal entries, the first. */
const newEntries = `
  SELECT DISTINCT ON (key) entry.*
  FROM (SELECT *, gallery_same_as(name, first_message, greeting) AS key FROM ${entriesAs}) AS entry
  WHERE NOT EXISTS (
    SELECT FROM characters
    WHERE created_by = ANY (?::uuid[]) AND same_as = entry.key AND deleted_at IS NULL)
  ORDER BY key, n`

/**
 * Streams entries into the gallery, one transaction per batch, and reports entries that break the rules. Skips duplicates: characters
 * of the owner with the same name and opening, ignoring case. It is therefore safe to repeat after a failure and to run concurrently.
 * A dry run stores nothing.
 */
export class ImportCharacters extends CharacterImports {
  constructor(
    private readonly db: Database,
    private readonly rules: ContentRules
  ) {
    super()
  }

  async run(entries: AsyncIterable<ReadEntry>, options: ImportOptions): Promise<ImportOutcome> {
    if (!options.dryRun) return this.#import(entries, options, (rows) => this.#insert(rows, options))
    return this.db.transaction(async (trx) => {
      // Entries may arrive slowly, for example from a pipe.
      await trx.rawQuery('SET LOCAL idle_in_transaction_session_timeout = 0')
      await trx.rawQuery(`CREATE TEMPORARY TABLE import_seen (key uuid PRIMARY KEY) ON COMMIT DROP`)
      return this.#import(entries, options, (rows) => this.#countNew(rows, options, trx))
    })
  }

  async #import(
    entries: AsyncIterable<ReadEntry>,
    { onRefused, onProgress, requestHost }: ImportOptions,
    store: Store
  ) {
    const rules = rulesAt(this.rules, requestHost)
    const outcome: ImportOutcome = { imported: 0, doubles: 0, refused: 0, total: 0 }
    let batch: Batch = { rows: [], text: 0 }
    const storeBatch = async () => {
      const { rows } = batch
      // Reset first. Otherwise the final flush would retry a failed batch and hide its error.
      batch = { rows: [], text: 0 }
      if (rows.length > 0) {
        const stored = await store(rows)
        outcome.imported += stored
        outcome.doubles += rows.length - stored
      }
      onProgress?.(outcome)
    }
    const add = async (entry: ReadEntry) => {
      const index = outcome.total++
      const refusal = addTo(batch, rules, entry, index)
      if (refusal) {
        outcome.refused++
        onRefused?.(refusal)
      }
      if (batch.rows.length >= batchEntriesMax || batch.text >= batchTextMax || outcome.total % batchEntriesMax === 0)
        await storeBatch()
    }
    // If the file ends early, the entries before that are still stored.
    try {
      for await (const entry of entries) await add(entry)
    } finally {
      await storeBatch()
    }
    return outcome
  }

  /** The lock serializes imports per owner, so that they see each other's characters as duplicates. */
  async #insert(
    rows: DraftRow[],
    { ownerId, alsoOwnedBy: otherOwners = [], trx: given }: ImportOptions
  ): Promise<number> {
    const insert = async (trx: TransactionClientContract) => {
      await trx.rawQuery(`SELECT pg_advisory_xact_lock(hashtextextended(?, 0))`, [`gallery.import ${ownerId}`])
      const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
        `INSERT INTO characters (created_by, ${draftColumns})
         SELECT ?::uuid, ${draftColumns} FROM (${newEntries}) AS new_entries ORDER BY n`,
        [ownerId, numbered(rows), [ownerId, ...otherOwners]]
      )
      return rowCount
    }
    return given ? insert(given) : this.db.transaction(insert)
  }

  /** For dry runs. */
  async #countNew(
    rows: DraftRow[],
    { ownerId, alsoOwnedBy: otherOwners = [] }: ImportOptions,
    trx: TransactionClientContract
  ) {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `INSERT INTO import_seen SELECT key FROM (${newEntries}) AS new_entries ON CONFLICT DO NOTHING`,
      [numbered(rows), [ownerId, ...otherOwners]]
    )
    return rowCount
  }
}

/** Adds a valid entry to the batch, or returns why it is refused. */
const addTo = (batch: Batch, rules: ContentRules, entry: ReadEntry, index: number): ImportRefusal | null => {
  if ('problem' in entry) return { index, name: null, message: entry.problem }
  const checked = checkImportedCharacter(rules, entry.value)
  if (!checked.ok) {
    const messages = checked.failure.map(({ message }) => message)
    return { index, name: nameOf(entry.value), message: [...new Set(messages)].join(' ') }
  }
  const row = toRow(withMark(checked.value))
  batch.rows.push(row)
  for (const value of Object.values(row)) if (typeof value === 'string') batch.text += value.length
  return null
}

const numbered = (rows: DraftRow[]) => JSON.stringify(rows.map((row, n) => ({ n, ...row })))

const nameOf = (entry: unknown): string | null => {
  const name = (entry as { name?: unknown } | null)?.name
  return typeof name === 'string' && isStorable(name)
    ? Array.from(name.slice(0, 2 * limits.nameMax))
        .slice(0, limits.nameMax)
        .join('')
    : null
}
