import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { tryLock } from '#modules/kernel/locks'

/** Limits per transaction and per run. The next run folds the rest. */
const batchRows = 10_000
const batchesMax = 100

/*
 * One statement deletes increments and adds them to the counters, so each counts exactly once. It locks rows of `characters` last. It
 * writes a popularity and a trend only if one of them changed by at least 2 %, because those rows have many indexes. The trend in
 * `characters` is a base-2 logarithm in thousandths, so 30 of them are 2 %.
 */
const foldMessages = `
  WITH taken AS (
    DELETE FROM character_counter_increments
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM character_counter_increments LIMIT ${batchRows}))
    RETURNING character_id, messages
  ), sums AS (
    SELECT character_id, sum(messages)::int AS messages FROM taken GROUP BY character_id
  ), counted AS (
    UPDATE character_counters AS counters SET
      messages = counters.messages + sums.messages,
      trend = gallery_trend(counters.trend, sums.messages, now())
    FROM sums WHERE sums.character_id = counters.character_id
    RETURNING counters.character_id, gallery_popularity(counters.likes, counters.messages) AS popularity,
      round(1000 * counters.trend)::bigint AS trend
  ), ranked AS (
    UPDATE characters SET popularity = counted.popularity, trend = counted.trend
    FROM counted
    WHERE characters.id = counted.character_id
      AND (
        abs(counted.popularity - characters.popularity) >= greatest(1, characters.popularity / 50)
        OR counted.trend - characters.trend >= 30
      )
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
 * Adds pending increments to the counters, the tags, the popularity and the trend. A lock lets one process fold at a time.
 * Others skip the run. Returns the number of folded increments.
 */
@inject()
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
    if (!(await tryLock(trx, 'gallery.fold'))) return 0
    const folded = await trx.rawQuery<{ rows: { taken: number }[] }>(statement)
    return folded.rows[0]?.taken ?? 0
  }
}
