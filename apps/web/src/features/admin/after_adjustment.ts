import type { AdminUser } from '#modules/admin/api'

interface Adjusted {
  rubies: number
  debt: number
  /** The part of the grant that paid the debt. */
  paidDebt: number
}

/** Balance and debt after an adjustment. Grants pay the debt first. `rubies` below 0 means that the deduction exceeds the balance. */
export function afterAdjustment({ rubies, debt }: Pick<AdminUser, 'rubies' | 'debt'>, amount: number): Adjusted {
  const paidDebt = Math.max(0, Math.min(debt, amount))
  return { rubies: rubies + amount - paidDebt, debt: debt - paidDebt, paidDebt }
}
