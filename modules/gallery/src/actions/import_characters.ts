import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { waitForLock } from '#modules/kernel/locks'
import { isStorable } from '#modules/kernel/text'
import type { ImportRefusal } from '../../api.ts'
import { CharacterImports, type ImportOptions, type ImportOutcome } from '../../index.ts'
import { checkImportedCharacter, rulesAt, ContentRules, type CharacterProblem } from '../domain/character_rules.ts'
import {
  draftColumns,
  draftColumnNames,
  hasParts,
  partColumnNames,
  partColumns,
  toPartsRow,
  toRow,
  type DraftRow,
  type PartsRow,
} from '../domain/draft_rows.ts'
import { limits } from '../domain/limits.ts'
import type { ReadEntry } from '../import/read_entries.ts'
import { PublicationGate } from '../publication/publication_gate.ts'
import { withMark } from '../marks/mark_address.ts'

/** A batch is stored when it reaches either limit. */
const batchEntriesMax = 500
const batchTextMax = 1_000_000

interface Row extends DraftRow {
  /** Null for a character without parts. */
  parts: PartsRow | null
  /** The causes to hold it. Null for a private or trusted character. */
  causes: string[] | null
}

interface Batch {
  rows: Row[]
  text: number
}

type Store = (rows: Row[]) => Promise<number>

/** Reads the entries from one JSON parameter. `n` is their order. */
const entries = `
  SELECT n, ${draftColumnNames.map((name) => `(draft).${name}`).join(', ')}
  FROM json_to_recordset(?::json) AS sent (n int, draft characters)`

/** Selects entries that none of the owners has. Keeps the first one of equal entries. */
const newEntries = `
  SELECT DISTINCT ON (key) entry.*
  FROM (SELECT *, gallery_same_as(name, first_message, greeting) AS key FROM (${entries}) AS entries) AS entry
  WHERE NOT EXISTS (
    SELECT FROM characters
    WHERE created_by = ANY (?::uuid[]) AND same_as = entry.key AND deleted_at IS NULL)
  ORDER BY key, n`

/** A date that lists by age show after the public characters of the gallery. Ids follow it, because lists sort equal characters by id. */
const beforeAllOthers = `
  least(now(), (SELECT min(created_at) FROM characters WHERE is_public AND deleted_at IS NULL)) - INTERVAL '1 second'`

/**
 * Streams entries into the gallery, one transaction per batch, and reports entries that break the rules. Skips duplicates, which are
 * entries whose owner has a character with the same name and opening, ignoring case. It is therefore safe to repeat after a failure and
 * to run concurrently. A dry run stores nothing.
 */
@inject()
export class ImportCharacters extends CharacterImports {
  constructor(
    private readonly db: Database,
    private readonly rules: ContentRules,
    private readonly gate: PublicationGate
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
    { onRefused, onProgress, requestHost, isTrusted = false }: ImportOptions,
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
      const refusal = await this.#addTo(batch, rules, entry, { index, isTrusted })
      if (refusal) {
        outcome.refused++
        onRefused?.(refusal)
      }
      if (batch.rows.length >= batchEntriesMax || batch.text >= batchTextMax || outcome.total % batchEntriesMax === 0)
        await storeBatch()
    }
    // If reading the file fails, the entries before the failure are still stored.
    try {
      for await (const entry of entries) await add(entry)
    } finally {
      await storeBatch()
    }
    return outcome
  }

  /** Adds a valid entry to the batch, or returns why it is refused. */
  async #addTo(
    batch: Batch,
    rules: ContentRules,
    entry: ReadEntry,
    { index, isTrusted }: { index: number; isTrusted: boolean }
  ): Promise<ImportRefusal | null> {
    if ('problem' in entry) return { index, name: null, message: entry.problem }
    const checked = checkImportedCharacter(rules, entry.value)
    if (checked.ok && checked.value.lorebookIds.length > 0)
      // The ids may belong to another server or another user.
      return { index, name: checked.value.name, message: 'An entry can’t name lorebooks. Import them by themselves.' }
    if (!checked.ok) return { index, name: nameOf(entry.value), message: messageOf(checked.failure) }
    const isJudged = checked.value.isPublic && !isTrusted
    const judged = isJudged ? await this.gate.judgeCharacter(checked.value) : null
    if (judged && !judged.ok) return { index, name: checked.value.name, message: messageOf(judged.failure) }
    const parts = toPartsRow(checked.value)
    const causes = judged && judged.value
    const row = { ...toRow(withMark(checked.value)), parts: hasParts(parts) ? parts : null, causes }
    batch.rows.push(row)
    for (const value of Object.values(row)) if (typeof value === 'string') batch.text += value.length
    if (row.parts) batch.text += JSON.stringify(row.parts).length
    return null
  }

  /** Inserts new entries. The lock serializes imports per owner, so that they see each other's characters as duplicates. */
  async #insert(rows: Row[], options: ImportOptions): Promise<number> {
    const { ownerId, alsoOwnedBy = [], isPlacedLast = false, trx: given, onInserted } = options
    const insert = async (trx: TransactionClientContract) => {
      await waitForLock(trx, `gallery.import ${ownerId}`)
      const { rows: inserted } = await trx.rawQuery<{ rows: { id: string; name: string; n: number }[] }>(
        `WITH made AS MATERIALIZED (
           SELECT uuidv7(created_at - now()) AS id, *
           FROM (SELECT * FROM (${newEntries}) AS new_entries ORDER BY n OFFSET 0) AS in_order,
             (SELECT ${isPlacedLast ? beforeAllOthers : 'now()'} AS created_at) AS date
         ), inserted AS (
           INSERT INTO characters (id, created_at, created_by, ${draftColumns})
           SELECT id, created_at, ?::uuid, ${draftColumns} FROM made
         ), with_parts AS (
           INSERT INTO character_parts (character_id, ${partColumns})
           SELECT id, ${partColumnNames.map((name) => `(parts).${name}`).join(', ')}
           FROM made JOIN json_to_recordset(?::json) AS sent (n int, parts character_parts) USING (n)
         )
         SELECT id, name, n FROM made`,
        [numbered(rows), [ownerId, ...alsoOwnedBy], ownerId, partsOf(rows)]
      )
      for (const { id, n } of inserted) {
        const { causes } = rows[n]!
        if (causes) await this.gate.enterImported({ id, ownerId, causes }, trx)
      }
      if (inserted.length > 0) await onInserted?.(inserted, trx)
      return inserted.length
    }
    return given ? insert(given) : this.db.transaction(insert)
  }

  /** Counts the new entries of a dry run. */
  async #countNew(rows: Row[], { ownerId, alsoOwnedBy = [] }: ImportOptions, trx: TransactionClientContract) {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `INSERT INTO import_seen SELECT key FROM (${newEntries}) AS new_entries ON CONFLICT DO NOTHING`,
      [numbered(rows), [ownerId, ...alsoOwnedBy]]
    )
    return rowCount
  }
}

/** Returns the rows without their parts, which are a separate parameter. */
const numbered = (rows: Row[]) =>
  JSON.stringify(rows.map((row, n) => ({ n, draft: { ...row, parts: undefined, causes: undefined } })))

const partsOf = (rows: Row[]) => JSON.stringify(rows.flatMap(({ parts }, n) => (parts ? [{ n, parts }] : [])))

const messageOf = (problems: readonly CharacterProblem[]): string =>
  [...new Set(problems.map(({ message }) => message))].join(' ')

const nameOf = (entry: unknown): string | null => {
  const name = (entry as { name?: unknown } | null)?.name
  return typeof name === 'string' && isStorable(name)
    ? Array.from(name.slice(0, 2 * limits.nameMax))
        .slice(0, limits.nameMax)
        .join('')
    : null
}
