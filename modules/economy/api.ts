/** Wire shapes and limits of the economy. Runs in browsers, too. */

/** Returns 'ruby' or 'rubies'. */
export const rubyWord = (amount: number): string => (Math.abs(amount) === 1 ? 'ruby' : 'rubies')

export type TransactionType =
  | 'welcome'
  | 'daily_reward'
  | 'discord_reward'
  | 'purchase'
  | 'code'
  | 'share'
  | 'refund'
  | 'refund_failed'
  | 'dispute'
  | 'dispute_won'
  | 'debt_payment'
  | 'chat'
  | 'reroll'
  | 'picture'
  | 'speech'
  | 'admin_grant'
  | 'admin_deduction'

/**
 * One line of the ledger. `amount` is positive for a credit. `balanceAfter` is the balance after it. `chat` is where the paid reply was
 * written, null for other types and deleted chats.
 */
export interface RubyTransaction {
  id: string
  amount: number
  type: TransactionType
  description: string
  createdAt: string
  balanceAfter: number
  chat: { characterId: string | null; sessionId: string } | null
}

/** A pack for sale. The server sets the price and refuses a checkout with another one. */
export interface RubyPackOffer {
  rubies: number
  priceCents: number
  /** ISO 4217, lower case. */
  currency: string
  discountPercent: number
  popular: boolean
  /** Sold in a sandbox, where no money moves. */
  isTest: boolean
}

/** `price` is in dollars: `priceCents / 100`. */
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
 * `open`: not paid yet. `pending`: the payment is on its way. `paid`: the rubies were credited. `failed`, `expired`: nothing was paid.
 * `refunded`, `disputed`: the money went back, and the rubies with it.
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

/** The query string with which the payment page returns to the shop: `/ruby-shop?checkout=success&order=ID`. */
export const checkoutReturn = {
  path: '/ruby-shop',
  query: { outcome: 'checkout', order: 'order' },
  outcomes: ['success', 'cancelled'],
} as const

export interface DailyRewardCheck {
  canClaim: boolean
  /** Start of the next UTC day. Null while today's reward is available. */
  nextClaimAt: string | null
}

/** `success` is false when the reward was claimed already, or for the reason in `code`. `rubies` is the available balance. */
export interface DailyRewardClaim {
  success: boolean
  message: string
  rubies: number
  /** The client's network reached its daily limit. */
  code?: 'network_limit'
}

export interface DiscordReward {
  message: string
  rubies: number
}

/** `rubies` is the available balance. */
export interface CodeRedemption {
  message: string
  rubies: number
}

/** A creator's share of the bought rubies that replies of their characters cost. */
export interface RubyShares {
  /** 0: creators get none. */
  percent: number
  /** Rubies that were credited so far. */
  earned: number
  /** Hundredths of a ruby that wait for the next credit. Negative after a payment was taken back: later shares make up for it first. */
  remainderHundredths: number
}

/** Codes that were made together. Each gives `rubies`, up to `uses` times, to different people. */
export interface CodeBatch {
  id: string
  /** Shown in the history of people who redeem a code. */
  name: string
  rubies: number
  codes: number
  uses: number
  /** How many codes of the batch one person may redeem. */
  perPerson: number
  /** The uses of all codes so far, of `codes * uses`. */
  redeemed: number
  createdAt: string
  expiresAt: string
  revokedAt: string | null
}

/** A batch that expires after `days`. */
export type NewCodeBatch = Pick<CodeBatch, 'name' | 'rubies' | 'codes' | 'uses' | 'perPerson'> & { days: number }

/** The rubies that a user owes after a refund or dispute of spent rubies. Every later credit pays the debt first. */
export interface RubyDebt {
  userId: string
  debt: number
  /** When the current debt began. */
  since: string
  /** The latest lines, newest first. Positive amounts are owed, negative amounts were paid. */
  lines: {
    amount: number
    debtAfter: number
    cause: 'refund' | 'dispute' | 'payment'
    description: string
    createdAt: string
  }[]
}

/** The result of the last check of the ledger. */
export interface LedgerCheckReport {
  finishedAt: string
  tookMs: number
  accounts: number
  problemCount: number
  /** The first problems. */
  problems: { userId: string; problem: string }[]
}

export const limits = {
  transactionsDefault: 100,
  transactionsMax: 500,
  adjustmentMax: 1_000_000_000,
  reasonMax: 200,
  /** Checkouts per user and hour. */
  checkoutsPerHour: 20,
  debtLines: 10,
  /** Unknown codes per user and hour. */
  wrongCodesPerHour: 10,
  /** The length of a typed code, with its hyphens and spaces. */
  codeMax: 100,
  codeBatchNameMax: 80,
  codesMax: 1_000,
  codeUsesMax: 100_000,
  codeDaysMax: 3_650,
} as const
