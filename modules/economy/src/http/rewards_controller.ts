import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { DailyRewardClaim, DiscordReward } from '../../api.ts'
import { ClaimDailyReward } from '../rewards/claim_daily_reward.ts'
import { ClaimDiscordReward } from '../rewards/claim_discord_reward.ts'
import { SeenNetworks } from '../shares/seen_networks.ts'
import { networkLimitMessage, refuse } from './refusals.ts'

@inject()
export default class RewardsController {
  constructor(
    private readonly daily: ClaimDailyReward,
    private readonly discord: ClaimDiscordReward,
    private readonly networks: SeenNetworks
  ) {}

  checkDaily({ auth }: HttpContext) {
    return this.daily.check(auth.getUserOrFail().id)
  }

  async claimDaily({ auth, request }: HttpContext): Promise<DailyRewardClaim> {
    const { id } = auth.getUserOrFail()
    const claimed = await this.daily.run(id, request.ip())
    if (claimed.ok) {
      await this.networks.note(id, request.ip())
      const { reward, rubies } = claimed.value
      return { success: true, message: `You received ${reward} rubies. Come back tomorrow for more!`, rubies }
    }
    const { kind, rubies } = claimed.failure
    if (kind === 'network_limit') return { success: false, message: networkLimitMessage, rubies, code: kind }
    return { success: false, message: 'You have claimed today’s reward already. Come back tomorrow!', rubies }
  }

  async claimDiscord(ctx: HttpContext): Promise<DiscordReward | void> {
    const { id } = ctx.auth.getUserOrFail()
    const claimed = await this.discord.run(id, ctx.request.ip())
    if (claimed.ok) {
      await this.networks.note(id, ctx.request.ip())
      const { reward, rubies } = claimed.value
      return { message: `Thank you for joining our Discord! You received ${reward} rubies.`, rubies }
    }
    return refuse(ctx, claimed.failure)
  }
}
