import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Rows a transaction takes, and transactions a run. What is left waits for the next run. */
const batchRows = 10_000
const batchesMax = 100

/*
 * An increment is deleted and added in one statement, so each counts exactly once. The characters' rows are locked last
 * and seldom: the popularity is written only when it has moved by a fiftieth, which is every time while it is small.
 */
const foldMessages = `
  WITH taken AS (
    DELETE FROM character_counter_increments
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM character_counter_increments LIMIT ${batchRows}))
    RETURNING character_id, messages
  ), sums AS (
    SELECT character_id, sum(messages)::int AS messages FROM taken GROUP BY character_id
  ), counted AS (
    UPDATE character_counters AS counters SET messages = counters.messages + sums.messages
    FROM sums WHERE sums.character_id = counters.character_id
    RETURNING counters.character_id, gallery_popularity(counters.likes, counters.messages) AS popularity
  ), ranked AS (
    UPDATE characters SET popularity = counted.popularity
    FROM counted
    WHERE characters.id = counted.character_id
      AND abs(counted.popularity - characters.popularity) >= greatest(1, characters.popularity / 50)
  )
  SELECT count(*)::int AS taken FROM taken`

const foldTags = `
  WITH taken AS (
    DELETE FROM character_tag_increments
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM character_tag_increments LIMIT ${batchRows}))
    RETURNING spelling, uses, open_uses
  ), folded AS (
    INSERT INTO character_tags (key, spelling, uses, open_uses)
    SELECT lower(spelling), min(spelling), sum(uses), sum(open_uses) FROM taken GROUP BY lower(spelling)
    ON CONFLICT (key) DO UPDATE SET
      uses = character_tags.uses + excluded.uses,
      open_uses = character_tags.open_uses + excluded.open_uses
  )
  SELECT count(*)::int AS taken FROM taken`

/**
 * Adds the appended increments to the counters, the tags and the popularity. One process folds at a time; another that
 * comes by meanwhile does nothing. Returns how many increments it took.
 */
export class FoldIncrements {
  constructor(private readonly db: Database) {}

  async run(): Promise<number> {
    return (await this.#fold(foldMessages)) + (await this.#fold(foldTags))
  }

  async #fold(statement: string): Promise<number> {
    let total = 0
    for (let batch = 0; batch < batchesMax; batch++) {
      const taken = await this.db.transaction((trx) => this.#foldBatch(statement, trx))
      total += taken
      if (taken < batchRows) break
    }
    return total
  }

  async #foldBatch(statement: string, trx: TransactionClientContract): Promise<number> {
    const { rows } = await trx.rawQuery<{ rows: { mine: boolean }[] }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('gallery.fold', 0)) AS mine`
    )
    if (!rows[0]?.mine) return 0
    const folded = await trx.rawQuery<{ rows: { taken: number }[] }>(statement)
    return folded.rows[0]?.taken ?? 0
  }
}
