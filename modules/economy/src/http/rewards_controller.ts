import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { problem } from '#modules/kernel/problem'
import type { DailyRewardClaim, DiscordReward } from '../../api.ts'
import { ClaimDailyReward } from '../rewards/claim_daily_reward.ts'
import { ClaimDiscordReward } from '../rewards/claim_discord_reward.ts'

const networkLimitMessage = 'Your network has had its free rubies for today. Please try again tomorrow.'

@inject()
export default class RewardsController {
  constructor(
    private readonly daily: ClaimDailyReward,
    private readonly discord: ClaimDiscordReward
  ) {}

  checkDaily({ auth }: HttpContext) {
    return this.daily.check(auth.getUserOrFail().id)
  }

  async claimDaily({ auth, request }: HttpContext): Promise<DailyRewardClaim> {
    const claimed = await this.daily.run(auth.getUserOrFail().id, request.ip())
    if (claimed.ok) {
      const { reward, rubies } = claimed.value
      return { success: true, message: `You received ${reward} rubies. Come back tomorrow for more!`, rubies }
    }
    const { kind, rubies } = claimed.failure
    if (kind === 'network_limit') return { success: false, message: networkLimitMessage, rubies, code: kind }
    return { success: false, message: 'You have claimed today’s reward already. Come back tomorrow!', rubies }
  }

  async claimDiscord(ctx: HttpContext): Promise<DiscordReward | void> {
    const claimed = await this.discord.run(ctx.auth.getUserOrFail().id, ctx.request.ip())
    if (claimed.ok) {
      const { reward, rubies } = claimed.value
      return { message: `Thank you for joining our Discord! You received ${reward} rubies.`, rubies }
    }
    switch (claimed.failure.kind) {
      case 'claimed_already':
        return problem(ctx, 409, 'claimed_already', 'You have claimed the Discord reward already.')
      case 'not_a_member':
        return problem(
          ctx,
          403,
          'not_a_member',
          'Join our Discord server and log in with Discord first, then claim the reward.'
        )
      case 'network_limit':
        return problem(ctx, 429, 'network_limit', networkLimitMessage)
      case 'membership_unknown':
        return problem(
          ctx,
          503,
          'membership_unknown',
          'We can’t check your Discord membership right now. Please try again later.'
        )
    }
  }
}
