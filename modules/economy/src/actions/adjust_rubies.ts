import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { newId } from '#modules/kernel/ids'
import { fail, ok } from '#modules/kernel/result'
import { rubyWord } from '../../api.ts'
import { Ledger, RubyAdjustments, type Adjustment, type BalanceSnapshot } from '../../index.ts'

@inject()
export class AdjustRubies extends RubyAdjustments {
  constructor(private readonly ledger: Ledger) {
    super()
  }

  async adjust({ userId, amount, reason }: Adjustment, trx: TransactionClientContract) {
    const before = await lockBalance(userId, trx)
    if (!before) return fail({ kind: 'unknown_user' as const })
    const granted = amount > 0
    const description =
      reason?.trim() || `Admin ${granted ? 'granted' : 'deducted'} ${Math.abs(amount)} ${rubyWord(amount)}`
    const type = granted ? 'admin_grant' : 'admin_deduction'
    const posted = await this.ledger.post({ userId, amount, type, description, key: `admin:${newId()}` }, trx)
    if (!posted.ok) return posted
    const after = (await lockBalance(userId, trx))!
    return ok({ before, after, description })
  }
}

/** Locks the account until the transaction ends and returns its balance. Null for an unknown account. */
const lockBalance = async (userId: string, trx: TransactionClientContract): Promise<BalanceSnapshot | null> => {
  const { rows } = await trx.rawQuery<{ rows: { rubies: string; debt: string }[] }>(
    'SELECT rubies, debt FROM ledger_lock_account(?::uuid)',
    [userId]
  )
  return rows[0] ? { rubies: Number(rows[0].rubies), debt: Number(rows[0].debt) } : null
}
