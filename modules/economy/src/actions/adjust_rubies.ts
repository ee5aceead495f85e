import { newId } from '#modules/kernel/ids'
import { fail, ok } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import { type Ledger, RubyAdjustments, type Adjustment } from '../../index.ts'

export class AdjustRubies extends RubyAdjustments {
  readonly #ledger: Ledger

  constructor(ledger: Ledger) {
    super()
    this.#ledger = ledger
  }

  async adjust({ userId, amount, reason, key = newId() }: Adjustment) {
    const granted = amount > 0
    const description = reason?.trim() || `Admin ${granted ? 'granted' : 'deducted'} ${Math.abs(amount)} rubies`
    try {
      const type = granted ? 'admin_grant' : 'admin_deduction'
      const posted = await this.#ledger.post({ userId, amount, type, description, key: `admin:${key}` })
      return posted.ok ? ok({ rubies: posted.value.rubies }) : posted
    } catch (error) {
      if (violatedConstraint(error) === 'ruby_accounts_known') return fail({ kind: 'unknown_user' as const })
      throw error
    }
  }
}
