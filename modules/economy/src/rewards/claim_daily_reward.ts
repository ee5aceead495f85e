import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { violatedConstraint } from '#modules/kernel/sql'
import type { DailyRewardCheck } from '../../api.ts'
import type { Ledger } from '../../index.ts'

/** The UTC day by the database's clock, so that all servers agree on it. */
const key = `'daily_reward:' || to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD')`

/** The daily reward: once per UTC day. The day is in the transaction's key, so however often it is claimed, it is posted once. */
export class ClaimDailyReward {
  readonly #db: Database | QueryClientContract
  readonly #ledger: Ledger
  readonly #rubies: number

  constructor(db: Database | QueryClientContract, ledger: Ledger, rubies: number) {
    this.#db = db
    this.#ledger = ledger
    this.#rubies = rubies
  }

  /** `reward` is null when it was claimed today already. `rubies` is what may be spent now. */
  async claim(userId: string): Promise<{ reward: number | null; rubies: number }> {
    try {
      const { rows } = await this.#db.rawQuery<{ rows: [{ outcome: string; rubies: string }] }>(
        `SELECT outcome, rubies FROM ledger_post(?::uuid, ?::bigint, 'daily_reward', 'Daily reward', ${key})`,
        [userId, this.#rubies]
      )
      const [{ outcome, rubies }] = rows
      return { reward: outcome === 'posted' ? this.#rubies : null, rubies: Number(rubies) }
    } catch (error) {
      // Today's was claimed when the reward was another one: the amount is part of the request.
      if (violatedConstraint(error) !== 'ruby_transactions_same_request') throw error
      return { reward: null, rubies: await this.#ledger.rubies(userId) }
    }
  }

  async check(userId: string): Promise<DailyRewardCheck> {
    const { rows } = await this.#db.rawQuery<{ rows: [{ claimed: boolean; tomorrow: Date }] }>(
      `SELECT EXISTS (SELECT FROM ruby_transactions WHERE user_id = ?::uuid AND idempotency_key = ${key}) AS claimed,
         (date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC' AS tomorrow`,
      [userId]
    )
    const [{ claimed, tomorrow }] = rows
    return { canClaim: !claimed, nextClaimAt: claimed ? tomorrow.toISOString() : null }
  }
}
