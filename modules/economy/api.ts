/** Wire shapes, paths and limits of the economy. Runs in a browser. */

import { segment } from '#modules/kernel/path_segment'

export type TransactionType =
  | 'welcome'
  | 'daily_reward'
  | 'discord_reward'
  | 'purchase'
  | 'refund'
  | 'refund_failed'
  | 'dispute'
  | 'dispute_won'
  | 'debt_payment'
  | 'chat'
  | 'reroll'
  | 'admin_grant'
  | 'admin_deduction'

/**
 * One line of the ledger. `amount` is positive for a credit; `balanceAfter` is the balance once it stood. `chat`: where the reply was
 * written that the line paid for; null for lines of another type, and when that chat is gone.
 */
export interface RubyTransaction {
  id: string
  amount: number
  type: TransactionType
  description: string
  createdAt: string
  balanceAfter: number
  chat: { characterId: string; sessionId: string } | null
}

/** What may be bought. Prices are the server's: a checkout for another one is refused. */
export interface RubyPackOffer {
  rubies: number
  priceCents: number
  /** ISO 4217, lower case. */
  currency: string
  discountPercent: number
  popular: boolean
  /** Bought in a sandbox, where no money moves. */
  isTest: boolean
}

/** `price` in dollars, as in the list of packs: `priceCents / 100`. */
export interface CheckoutRequest {
  rubyAmount: number
  price: number
}

export interface CheckoutAnswer {
  /** The payment provider's page. */
  checkoutUrl: string
  orderId: string
}

/**
 * `open`: not paid yet. `pending`: the buyer is done, the money is under way. `paid`: the rubies are there. `failed`, `expired`:
 * nothing was paid. `refunded`, `disputed`: the money went back, and the rubies with it.
 */
export type OrderState = 'open' | 'pending' | 'paid' | 'failed' | 'expired' | 'refunded' | 'disputed'

export interface RubyOrder {
  id: string
  rubies: number
  priceCents: number
  currency: string
  state: OrderState
  createdAt: string
  paidAt: string | null
  /** Bought in a sandbox, where no money moved. */
  isTest: boolean
}

/** How the provider's page leads back to the shop: `/ruby-shop?checkout=success&order=ID`. */
export const checkoutReturn = {
  path: '/ruby-shop',
  query: { outcome: 'checkout', order: 'order' },
  outcomes: ['success', 'cancelled'],
} as const

export interface DailyRewardCheck {
  canClaim: boolean
  /** When the next UTC day begins; null while today's can be claimed. */
  nextClaimAt: string | null
}

/** `success: false`: it was claimed already, or `code` says why not. `rubies` is what may be spent now. */
export interface DailyRewardClaim {
  success: boolean
  message: string
  rubies: number
  /** The client's network has had its rewards for the day. */
  code?: 'network_limit'
}

export interface DiscordReward {
  message: string
  rubies: number
}

/** What somebody owes after a refund or dispute took back more rubies than were left. Every later credit pays it first. */
export interface RubyDebt {
  userId: string
  debt: number
  /** When the oldest line of the present debt was written. */
  since: string
  /** The latest lines, newest first: positive is owed, negative was paid. */
  lines: {
    amount: number
    debtAfter: number
    cause: 'refund' | 'dispute' | 'payment'
    description: string
    createdAt: string
  }[]
}

/** What the server found when it last recomputed the ledger. */
export interface LedgerCheckReport {
  finishedAt: string
  tookMs: number
  accounts: number
  problemCount: number
  /** The first ones. */
  problems: { userId: string; problem: string }[]
}

export const limits = {
  transactionsDefault: 100,
  transactionsMax: 500,
  adjustmentMax: 1_000_000_000,
  reasonMax: 200,
  /** Checkouts that one may begin within an hour. */
  checkoutsPerHour: 20,
  debtLines: 10,
} as const

export const paths = {
  packs: '/api/rubies/packs',
  checkout: '/api/rubies/stripe-checkout',
  order: (orderId: string) => `/api/rubies/orders/${segment(orderId)}`,
  dailyRewardCheck: '/api/daily-reward/check',
  dailyRewardClaim: '/api/daily-reward/claim',
  discordReward: '/api/discord-reward',
  transactions: '/api/rubies/transactions',
} as const
