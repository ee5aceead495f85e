import { createHmac } from 'node:crypto'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { networkOf } from '#modules/accounts/index'

export interface NetworkRewardSettings {
  /** Welcome, daily and Discord rewards together, per network and UTC day. Null: no limit. */
  rubiesPerNetworkAndDay: number | null
  /** For the hashes of networks. */
  networkKey: string
}

/** A day, and the next one by the clock of a client elsewhere. */
const keptDays = 2

/** Undoes the transaction that would have granted a reward. */
export class NetworkLimitReached extends Error {}

/** Limits how many rubies one network (IPv4 /24, IPv6 /48) is given as rewards in a UTC day, by the database's clock. */
export class NetworkRewards {
  readonly #rubiesMax: number | null
  readonly #key: string

  constructor({ rubiesPerNetworkAndDay, networkKey }: NetworkRewardSettings) {
    this.#rubiesMax = rubiesPerNetworkAndDay
    this.#key = networkKey
  }

  /**
   * Counts a reward in the transaction that grants it. False, and nothing is counted, when it would exceed the limit: the caller then
   * grants nothing. A reward is granted whole or not at all. Without an address nothing is limited. Takes the network's row lock after
   * the ruby account's, so that callers can't deadlock.
   */
  async count(rubies: number, address: string | null, trx: TransactionClientContract): Promise<boolean> {
    if (this.#rubiesMax === null || address === null) return true
    if (rubies > this.#rubiesMax) return false
    const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
      `INSERT INTO ruby_network_rewards AS known (day, network_hash, rubies)
       VALUES ((clock_timestamp() AT TIME ZONE 'UTC')::date, ?, ?::bigint)
       ON CONFLICT (day, network_hash) DO UPDATE SET rubies = known.rubies + excluded.rubies
       WHERE known.rubies + excluded.rubies <= ?::bigint RETURNING 1`,
      [this.#hashed(address), rubies, this.#rubiesMax] as never
    )
    return rows.length > 0
  }

  /** The same, throwing `NetworkLimitReached` so that the transaction is undone. */
  async countOrThrow(rubies: number, address: string | null, trx: TransactionClientContract) {
    if (!(await this.count(rubies, address, trx))) throw new NetworkLimitReached()
  }

  #hashed(address: string) {
    return createHmac('sha256', this.#key)
      .update(networkOf(address, { ipv4Bytes: 3, ipv6Groups: 3 }))
      .digest()
  }
}

/** Forgets the networks of earlier days. */
export const purgeNetworkRewards = async (db: Database) => {
  await db.rawQuery(
    `DELETE FROM ruby_network_rewards WHERE day <= (clock_timestamp() AT TIME ZONE 'UTC')::date - ?::int`,
    [keptDays]
  )
}
