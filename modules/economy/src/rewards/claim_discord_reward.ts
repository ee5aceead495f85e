import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { DiscordMembership } from '#modules/accounts/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'

/** The key of the one transaction that this reward ever is. */
export const discordRewardKey = 'discord_reward'

export type DiscordRefusal = { kind: 'claimed_already' } | { kind: 'not_a_member' } | { kind: 'membership_unknown' }

/** How membership is known: by asking, by trusting (where Discord sign-in is not configured), or not at all yet. */
export type MembershipCheck = DiscordMembership | 'trust' | 'unavailable'

/** The reward for joining the Discord server: once per account, ever. */
export class ClaimDiscordReward {
  readonly #db: Database | QueryClientContract
  readonly #membership: MembershipCheck
  readonly #rubies: number

  constructor(db: Database | QueryClientContract, membership: MembershipCheck, rubies: number) {
    this.#db = db
    this.#membership = membership
    this.#rubies = rubies
  }

  async claim(userId: string): Promise<Result<{ reward: number; rubies: number }, DiscordRefusal>> {
    if (this.#membership === 'unavailable') return fail({ kind: 'membership_unknown' })
    if (this.#membership !== 'trust') {
      const isMember = await this.#membership.isMember(userId)
      if (!isMember) return fail({ kind: isMember === null ? 'membership_unknown' : 'not_a_member' })
    }
    try {
      const { rows } = await this.#db.rawQuery<{ rows: [{ outcome: string; rubies: string }] }>(
        `SELECT outcome, rubies FROM ledger_post(?::uuid, ?::bigint, 'discord_reward', 'Discord reward', ?)`,
        [userId, this.#rubies, discordRewardKey]
      )
      const [{ outcome, rubies }] = rows
      if (outcome === 'posted') return ok({ reward: this.#rubies, rubies: Number(rubies) })
    } catch (error) {
      // It was claimed when the reward was another one: the amount is part of the request.
      if (violatedConstraint(error) !== 'ruby_transactions_same_request') throw error
    }
    return fail({ kind: 'claimed_already' })
  }
}
