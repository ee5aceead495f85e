/** Wire shapes, paths and limits of the economy. Runs in a browser. */

export const transactionTypes = [
  'welcome',
  'daily_reward',
  'discord_reward',
  'purchase',
  'refund',
  'dispute',
  'dispute_won',
  'debt_payment',
  'chat',
  'reroll',
  'admin_grant',
  'admin_deduction',
] as const
export type TransactionType = (typeof transactionTypes)[number]

/** One line of the ledger. `amount` is positive for a credit; `balanceAfter` is the balance once it stood. */
export interface RubyTransaction {
  id: string
  amount: number
  type: TransactionType
  description: string
  createdAt: string
  balanceAfter: number
}

export const limits = {
  transactionsDefault: 100,
  transactionsMax: 500,
  adjustmentMax: 1_000_000_000,
  reasonMax: 200,
} as const

export const paths = {
  transactions: '/api/rubies/transactions',
  adjustRubies: (userId: string) => `/api/admin/users/${userId}/rubies`,
} as const
