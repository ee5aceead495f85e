import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { BalanceReader, type Balance } from '#modules/accounts/index'
import { discordRewardKey } from '../rewards/claim_discord_reward.ts'

interface Row {
  user_id: string
  rubies: string
  debt: string
  joined: boolean
  waiting: string
}

/** Reads balances for the accounts module. `discordJoined` means that the Discord reward was claimed. */
@inject()
export class LedgerBalanceReader extends BalanceReader {
  constructor(private readonly db: Database) {
    super()
  }

  async read(userId: string) {
    const none = { rubies: 0, rubyDebt: 0, discordJoined: false, welcomeRubiesWaiting: 0 }
    return (await this.readMany([userId])).get(userId) ?? none
  }

  async readMany(userIds: readonly string[]) {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT user_id, balance - held AS rubies, debt, EXISTS (
         SELECT FROM ruby_transactions t WHERE t.user_id = a.user_id AND idempotency_key = ?
       ) AS joined,
         coalesce((SELECT rubies FROM ruby_waiting_welcomes w WHERE w.user_id = a.user_id), 0) AS waiting
       FROM ruby_accounts a WHERE user_id = ANY (?::uuid[])`,
      [discordRewardKey, [...userIds]]
    )
    return new Map<string, Balance>(
      rows.map(({ user_id: userId, rubies, debt, joined, waiting }) => [
        userId,
        {
          rubies: Number(rubies),
          rubyDebt: Number(debt),
          discordJoined: joined,
          welcomeRubiesWaiting: Number(waiting),
        },
      ])
    )
  }
}
