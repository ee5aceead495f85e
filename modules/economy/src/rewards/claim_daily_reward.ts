import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Hook } from '#modules/kernel/hook'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import type { DailyRewardCheck } from '../../api.ts'
import { DailyRewards, Ledger } from '../../index.ts'
import { EconomySettings } from '../economy_settings.ts'
import { NetworkLimitReached, NetworkRewards } from './network_rewards.ts'

/** SQL for the idempotency key. It contains the UTC day by the database's clock, which all servers share. */
const key = `'daily_reward:' || to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD')`

/** `rubies` is the available balance. */
export type DailyRefusal = { kind: 'claimed_already' | 'network_limit'; rubies: number }

/** Posts the daily reward once per UTC day. The day is part of the idempotency key. */
@inject()
export class ClaimDailyReward extends DailyRewards {
  readonly claimed = new Hook<{ userId: string }>()

  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly networks: NetworkRewards,
    private readonly settings: EconomySettings
  ) {
    super()
  }

  get rubies() {
    return this.settings.dailyRewardRubies
  }

  /** `address` is the client's IP address, null for no network limit. `rubies` is the available balance. */
  async run(userId: string, address: string | null): Promise<Result<{ reward: number; rubies: number }, DailyRefusal>> {
    try {
      const { outcome, rubies } = await this.#post(userId, address)
      return outcome === 'posted'
        ? ok({ reward: this.settings.dailyRewardRubies, rubies })
        : fail({ kind: 'claimed_already', rubies })
    } catch (error) {
      const refused = async (kind: DailyRefusal['kind']) => fail({ kind, rubies: await this.ledger.rubies(userId) })
      if (error instanceof NetworkLimitReached) return refused('network_limit')
      // The reward was claimed earlier today with another amount, before the setting changed.
      if (violatedConstraint(error) === 'ruby_transactions_same_request') return refused('claimed_already')
      throw error
    }
  }

  async #post(userId: string, address: string | null) {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: [{ outcome: string; rubies: string }] }>(
        `SELECT outcome, rubies FROM ledger_post(?::uuid, ?::bigint, 'daily_reward', 'Daily reward', ${key})`,
        [userId, this.settings.dailyRewardRubies]
      )
      const [{ outcome, rubies }] = rows
      if (outcome === 'posted') {
        await this.networks.countOrThrow(this.settings.dailyRewardRubies, address, trx)
        await this.claimed.run({ userId }, trx)
      }
      return { outcome, rubies: Number(rubies) }
    })
  }

  async check(userId: string): Promise<DailyRewardCheck> {
    const { rows } = await this.db.rawQuery<{ rows: [{ claimed: boolean; tomorrow: Date }] }>(
      `SELECT EXISTS (SELECT FROM ruby_transactions WHERE user_id = ?::uuid AND idempotency_key = ${key}) AS claimed,
         (date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') + INTERVAL '1 day') AT TIME ZONE 'UTC' AS tomorrow`,
      [userId]
    )
    const [{ claimed, tomorrow }] = rows
    return { canClaim: !claimed, nextClaimAt: claimed ? tomorrow.toISOString() : null }
  }
}
