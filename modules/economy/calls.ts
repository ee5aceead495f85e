/** The calls of the economy. */

import type { ById, Call, Page } from '#modules/kernel/calls'
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

/** The packs of rubies on sale. `isTest`: in the sandbox, where no money moves. */
export const listPacks: Call<RubyPackOffer[]> = 'GET /api/rubies/packs'
/** Begins a purchase of rubies. See [Buying rubies](#buying-rubies). */
export const beginCheckout: Call<CheckoutAnswer, { body: CheckoutRequest }> = 'POST /api/rubies/stripe-checkout'
/** The caller's own order. */
export const getOrder: Call<RubyOrder, ById> = 'GET /api/rubies/orders/:id'
/** The caller's transactions of rubies, newest first. `limit`, `cursor`. `chat` is `{characterId, sessionId}` of a charge, otherwise null. */
export const listTransactions: Call<RubyTransaction[], { query?: Page }> = 'GET /api/rubies/transactions'
/**
 * The rubies that the caller earned as a creator. `percent` is 0 if creators get no share. The remainder waits for the next credit, and is
 * negative after a payment was taken back.
 */
export const readShares: Call<RubyShares> = 'GET /api/rubies/shares'
/** Whether the daily reward can be claimed. Per UTC day, by the database's clock. `nextClaimAt` is null if claimable. */
export const checkDailyReward: Call<DailyRewardCheck> = 'GET /api/daily-reward/check'
/** Claims the daily reward. `success: false` if already claimed, or with `code` `network_limit` (see [Free rubies](#free-rubies)). */
export const claimDailyReward: Call<DailyRewardClaim> = 'POST /api/daily-reward/claim'
/**
 * Claims the reward for joining the operator's Discord server, once. 409 `claimed_already`. 429 `network_limit`. 403 `not_a_member` and 503
 * `membership_unknown` if Discord is configured.
 */
export const claimDiscordReward: Call<DiscordReward> = 'POST /api/discord-reward'
/**
 * Redeems a code, once per person. 404 `unknown_code`, 409 `redeemed_already` or `code_limit`, 410 `code_ended` or `code_used_up`. Ten unknown
 * codes an hour, then 429.
 */
export const redeemCode: Call<CodeRedemption, { body: { code: string } }> = 'POST /api/rubies/codes'

/** Receives the events of a payment provider, in its own format. See [Buying rubies](#buying-rubies). */
export const receivePayments: Call<{ received: number }, { params: { provider: string }; body: unknown }> =
  'POST /api/webhooks/payments/:provider'
