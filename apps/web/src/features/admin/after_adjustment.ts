import type { AdminUser } from '#modules/admin/api'

export interface Adjusted {
  rubies: number
  debt: number
  /** How much of what was granted went into the debt. */
  paidDebt: number
}

/** What somebody will have: what comes in pays their debt first. `rubies` below 0 means that there is not so much to deduct. */
export function afterAdjustment({ rubies, debt }: Pick<AdminUser, 'rubies' | 'debt'>, amount: number): Adjusted {
  const paidDebt = Math.max(0, Math.min(debt, amount))
  return { rubies: rubies + amount - paidDebt, debt: debt - paidDebt, paidDebt }
}
