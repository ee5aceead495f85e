/** The calls of the economy. */

import type { ById, Call } from '#modules/kernel/calls'
import type {
  CheckoutAnswer,
  CheckoutRequest,
  CodeRedemption,
  DailyRewardCheck,
  DailyRewardClaim,
  DiscordReward,
  RubyOrder,
  RubyPackOffer,
  RubyShares,
  RubyTransaction,
} from './api.ts'

export const listPacks: Call<RubyPackOffer[]> = 'GET /api/rubies/packs'
export const beginCheckout: Call<CheckoutAnswer, { body: CheckoutRequest }> = 'POST /api/rubies/stripe-checkout'
export const getOrder: Call<RubyOrder, ById> = 'GET /api/rubies/orders/:id'
export const listTransactions: Call<RubyTransaction[], { query: { limit: number } }> = 'GET /api/rubies/transactions'
export const readShares: Call<RubyShares> = 'GET /api/rubies/shares'
export const checkDailyReward: Call<DailyRewardCheck> = 'GET /api/daily-reward/check'
export const claimDailyReward: Call<DailyRewardClaim> = 'POST /api/daily-reward/claim'
export const claimDiscordReward: Call<DiscordReward> = 'POST /api/discord-reward'
export const redeemCode: Call<CodeRedemption, { body: { code: string } }> = 'POST /api/rubies/codes'

/** The payment provider sends its events in a format of its own. */
export const receivePayments: Call<{ received: boolean }, { params: { provider: string }; body: unknown }> =
  'POST /api/webhooks/payments/:provider'
