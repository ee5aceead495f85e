import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ReplyUsage } from '#modules/chat/index'
import { runInBatches } from '#modules/kernel/batches'
import { tryLock } from '#modules/kernel/locks'
import { Timers } from '#plugins/contract/timers'

/** A span divides a day, and is short, because a busy site writes hundreds of replies in it. */
const spanMs = 2 * 60_000
/** After this time, every reply that began in a span has ended. */
const settledMs = 3 * 3_600_000
/** The next run continues. */
const batchesPerRun = 5_000

const add = `
  INSERT INTO usage_cells AS c (day, tier, provider, model, replies, uncounted, input_tokens, output_tokens, rubies_taken, rubies_given_back)
  SELECT ?::date, tier, provider, model, replies, uncounted, "inputTokens", "outputTokens", "rubiesTaken", "rubiesGivenBack"
  FROM jsonb_to_recordset(?::jsonb) AS added (tier text, provider text, model text, replies bigint, uncounted bigint, "inputTokens" bigint,
    "outputTokens" bigint, "rubiesTaken" bigint, "rubiesGivenBack" bigint)
  ON CONFLICT (day, tier, provider, model) DO UPDATE SET replies = c.replies + excluded.replies, uncounted = c.uncounted + excluded.uncounted,
    input_tokens = c.input_tokens + excluded.input_tokens, output_tokens = c.output_tokens + excluded.output_tokens,
    rubies_taken = c.rubies_taken + excluded.rubies_taken, rubies_given_back = c.rubies_given_back + excluded.rubies_given_back`

/**
 * Adds the replies of each two minutes to the day's cells (UTC), from the day of the first run on. Each step is a transaction that advances
 * `usage_progress`, so that everything counts once. One process works at a time.
 */
@inject()
export class RollUpUsage {
  constructor(
    private readonly db: Database,
    private readonly usage: ReplyUsage,
    private readonly timers: Timers
  ) {}

  /** Works until nothing is left to do, and rests between the steps. */
  run(signal?: AbortSignal): Promise<void> {
    return runInBatches(() => this.step(), { timers: this.timers, max: batchesPerRun, signal })
  }

  /** Counts two minutes. Returns true if nothing is left to do, or another process works. */
  step(): Promise<boolean> {
    return this.db.transaction((trx) => this.#step(trx))
  }

  async #step(trx: TransactionClientContract): Promise<boolean> {
    if (!(await tryLock(trx, 'costs.usage'))) return true
    const from = await this.#countedUntil(trx)
    const until = new Date(from.getTime() + spanMs)
    if (until.getTime() > this.timers.now() - settledMs) return true
    const uses = await this.usage.between(from, until, trx)
    await trx.rawQuery(add, [from.toISOString().slice(0, 10), JSON.stringify(uses)])
    await trx.rawQuery('UPDATE usage_progress SET counted_until = ?::timestamptz', [until])
    return false
  }

  async #countedUntil(trx: TransactionClientContract): Promise<Date> {
    const today = new Date(this.timers.now()).toISOString().slice(0, 10)
    await trx.rawQuery(
      `INSERT INTO usage_progress (started_on, counted_until) VALUES (?::date, ?::timestamptz) ON CONFLICT (is_only) DO NOTHING`,
      [today, `${today}T00:00:00Z`]
    )
    const { rows } = await trx.rawQuery<{ rows: { counted_until: Date }[] }>('SELECT counted_until FROM usage_progress')
    return rows[0]!.counted_until
  }
}
