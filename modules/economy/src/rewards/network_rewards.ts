import { createHmac } from 'node:crypto'
import { inject } from '@adonisjs/core'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { networkOf } from '#modules/accounts/index'
import { Limiters } from '#modules/kernel/rate_limit'
import { RewardSettings } from '../economy_settings.ts'

/** Two days, because dates are UTC. */
const keptDays = 2

/** Thrown to roll back the transaction that granted a reward. */
export class NetworkLimitReached extends Error {}

/** Limits the rewards per network (IPv4 /24, IPv6 /48) and UTC day, by the database's clock. */
@inject()
export class NetworkRewards {
  readonly #rubiesMax: number | null
  readonly #key: string

  constructor({ rubiesPerNetworkAndDay, networkKey }: RewardSettings, limiters: Limiters) {
    this.#rubiesMax = limiters.enabled ? rubiesPerNetworkAndDay : null
    this.#key = networkKey
  }

  /**
   * Counts a reward in the transaction that grants it. If the reward would exceed the limit, returns false and counts nothing, and the
   * caller grants nothing. A null address is not limited. Locks the network's row. Lock the ruby account first, to avoid deadlocks.
   */
  async count(rubies: number, address: string | null, trx: TransactionClientContract): Promise<boolean> {
    if (this.#rubiesMax === null || address === null) return true
    if (rubies > this.#rubiesMax) return false
    const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
      `INSERT INTO ruby_network_rewards AS existing (day, network_hash, rubies)
       VALUES ((clock_timestamp() AT TIME ZONE 'UTC')::date, ?, ?::bigint)
       ON CONFLICT (day, network_hash) DO UPDATE SET rubies = existing.rubies + excluded.rubies
       WHERE existing.rubies + excluded.rubies <= ?::bigint RETURNING 1`,
      [hashOfNetwork(this.#key, address), rubies, this.#rubiesMax] as never
    )
    return rows.length > 0
  }

  /** Like `count`, but throws `NetworkLimitReached` to roll back the transaction. */
  async countOrThrow(rubies: number, address: string | null, trx: TransactionClientContract) {
    if (!(await this.count(rubies, address, trx))) throw new NetworkLimitReached()
  }
}

/** A keyed hash of an address's network (IPv4 /24, IPv6 /48). */
export const hashOfNetwork = (key: string, address: string): Buffer =>
  createHmac('sha256', key)
    .update(networkOf(address, { ipv4Bytes: 3, ipv6Groups: 3 }))
    .digest()

export const purgeNetworkRewards = async (db: Database) => {
  await db.rawQuery(
    `DELETE FROM ruby_network_rewards WHERE day <= (clock_timestamp() AT TIME ZONE 'UTC')::date - ?::int`,
    [keptDays]
  )
}
