import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { RewardSettings, ShareSettings } from '../economy_settings.ts'
import { hashOfNetwork } from '../rewards/network_rewards.ts'

/** Longer than an hour, after which shares are collected, so that an account is still linked after its owner has moved. */
const keptDays = 30

/**
 * Remembers from which networks accounts claimed rewards and began checkouts, so that creators earn nothing from their own second accounts.
 * Without shares, nothing is stored.
 */
@inject()
export class SeenNetworks {
  readonly #key: string
  readonly #isOn: boolean

  constructor(
    private readonly db: Database,
    { networkKey }: RewardSettings,
    { creatorSharePercent }: ShareSettings
  ) {
    this.#key = networkKey
    this.#isOn = creatorSharePercent > 0
  }

  async note(userId: string, address: string | null, trx?: TransactionClientContract) {
    if (!this.#isOn || address === null) return
    await (trx ?? this.db).rawQuery(
      `INSERT INTO ruby_networks AS known (user_id, network_hash, seen_on)
       VALUES (?::uuid, ?, (clock_timestamp() AT TIME ZONE 'UTC')::date)
       ON CONFLICT (user_id, network_hash) DO UPDATE SET seen_on = excluded.seen_on WHERE known.seen_on < excluded.seen_on`,
      [userId, hashOfNetwork(this.#key, address)] as never
    )
  }
}

export const purgeSeenNetworks = async (db: Database) => {
  await db.rawQuery(
    `-- all users: the hourly purge
     DELETE FROM ruby_networks WHERE seen_on <= (clock_timestamp() AT TIME ZONE 'UTC')::date - ?::int`,
    [keptDays]
  )
}
