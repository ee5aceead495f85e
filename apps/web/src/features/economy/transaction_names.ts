import type { TransactionType } from '#modules/economy/api'

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

/** Falls back to the raw type, which may be newer than this page. */
export const transactionName = (type: TransactionType): string => names[type] ?? type

/** Whether the transaction paid for a reply, and so has a receipt. */
export const isCharge = (type: TransactionType): boolean => type === 'chat' || type === 'reroll'
