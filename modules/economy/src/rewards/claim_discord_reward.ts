import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { DiscordMembership } from '#modules/accounts/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import { NetworkLimitReached, type NetworkRewards } from './network_rewards.ts'

/** Idempotency key of this reward, which is posted once per account. */
export const discordRewardKey = 'discord_reward'

export type DiscordRefusal = {
  kind: 'claimed_already' | 'not_a_member' | 'membership_unknown' | 'network_limit'
}

/** How membership is verified: by asking Discord, or on trust (without Discord sign-in). `unavailable`: it can't be verified now. */
export type MembershipCheck = DiscordMembership | 'trust' | 'unavailable'

/** Posts the reward for joining the Discord server, once per account. */
export class ClaimDiscordReward {
  constructor(
    private readonly db: Database | QueryClientContract,
    private readonly membership: MembershipCheck,
    private readonly networks: NetworkRewards,
    private readonly rubies: number
  ) {}

  /** `address` is the client's IP address, null for no network limit. */
  async run(
    userId: string,
    address: string | null
  ): Promise<Result<{ reward: number; rubies: number }, DiscordRefusal>> {
    if (this.membership === 'unavailable') return fail({ kind: 'membership_unknown' })
    if (this.membership !== 'trust') {
      const isMember = await this.membership.isMember(userId)
      if (!isMember) return fail({ kind: isMember === null ? 'membership_unknown' : 'not_a_member' })
    }
    try {
      const { outcome, rubies } = await this.#post(userId, address)
      if (outcome === 'posted') return ok({ reward: this.rubies, rubies: Number(rubies) })
    } catch (error) {
      if (error instanceof NetworkLimitReached) return fail({ kind: 'network_limit' })
      // The reward was claimed earlier with another amount, before the setting changed.
      if (violatedConstraint(error) !== 'ruby_transactions_same_request') throw error
    }
    return fail({ kind: 'claimed_already' })
  }

  async #post(userId: string, address: string | null) {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: [{ outcome: string; rubies: string }] }>(
        `SELECT outcome, rubies FROM ledger_post(?::uuid, ?::bigint, 'discord_reward', 'Discord reward', ?)`,
        [userId, this.rubies, discordRewardKey]
      )
      if (rows[0].outcome === 'posted') await this.networks.countOrThrow(this.rubies, address, trx)
      return rows[0]
    })
  }
}
