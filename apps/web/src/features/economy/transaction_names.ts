import type { TransactionType } from '#modules/economy/api'

/** What each kind of line in the history is called. */
const names: Record<TransactionType, string> = {
  welcome: 'Welcome',
  daily_reward: 'Daily reward',
  discord_reward: 'Discord reward',
  purchase: 'Purchase',
  refund: 'Refund',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  refund_failed: 'Refund failed',
  debt_payment: 'Debt payment',
  chat: 'Chat',
  reroll: 'Reroll',
  admin_grant: 'Granted',
  admin_deduction: 'Deducted',
}

/** A kind that is newer than this page is shown as it came. */
export const transactionName = (type: TransactionType): string => names[type] ?? type

/** Whether it paid for a reply, and so has a receipt. */
export const isCharge = (type: TransactionType): boolean => type === 'chat' || type === 'reroll'
