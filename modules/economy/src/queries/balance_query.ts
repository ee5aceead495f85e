import type { Database } from '@adonisjs/lucid/database'
import { BalanceReader } from '#modules/accounts/index'
import { discordRewardKey } from '../rewards/claim_discord_reward.ts'

/** What accounts shows of the economy. Somebody has joined our Discord server once they have had the reward for it. */
export class LedgerBalanceReader extends BalanceReader {
  readonly #db: Database

  constructor(db: Database) {
    super()
    this.#db = db
  }

  async read(userId: string) {
    const { rows } = await this.#db.rawQuery<{ rows: { rubies: string; debt: string; joined: boolean }[] }>(
      `SELECT balance - held AS rubies, debt, EXISTS (
         SELECT FROM ruby_transactions t WHERE t.user_id = a.user_id AND idempotency_key = ?
       ) AS joined FROM ruby_accounts a WHERE user_id = ?::uuid`,
      [discordRewardKey, userId]
    )
    const { rubies = 0, debt = 0, joined = false } = rows[0] ?? {}
    return { rubies: Number(rubies), rubyDebt: Number(debt), discordJoined: joined }
  }
}
