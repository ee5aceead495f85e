import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts, type NewAccount } from '#modules/accounts/index'
import type { Adjustment } from '#modules/economy/index'
import type { AdminActKind, Json } from '../api.ts'
import { OperatorActs } from '../index.ts'
import { AdjustRubies } from './actions/adjust_rubies.ts'
import { AuditLog } from './audit/audit_log.ts'
import { userSubject } from './audit/user_subject.ts'

@inject()
export class RecordedOperatorActs extends OperatorActs {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly rubies: AdjustRubies,
    private readonly log: AuditLog
  ) {
    super()
  }

  openAdmin(account: NewAccount) {
    return this.db.transaction(async (trx) => {
      const opened = await this.accounts.open({ ...account, isAdmin: true }, trx)
      if (opened.ok) await this.#record('account_opened', opened.value.userId, null, { isAdmin: true }, trx)
      return opened
    })
  }

  async setAdmin(email: string, isAdmin: boolean) {
    const found = await this.accounts.findByEmail(email)
    if (!found) return false
    return this.db.transaction(async (trx) => {
      const user = await this.accounts.lockPerson(found.id, trx)
      if (!user) return false
      if (user.isAdmin === isAdmin) return true
      await this.accounts.setAdmin(user.email, isAdmin, trx)
      const kind = isAdmin ? 'admin_named' : 'admin_withdrawn'
      await this.#record(kind, user.id, { isAdmin: user.isAdmin }, { isAdmin }, trx)
      return true
    })
  }

  resetPassword(email: string, password: string) {
    return this.db.transaction(async (trx) => {
      const reset = await this.accounts.resetPassword(email, password, trx)
      if (reset.ok) await this.#record('password_reset', reset.value.userId, null, null, trx)
      return reset
    })
  }

  removeSecondFactor(email: string) {
    return this.db.transaction(async (trx) => {
      const removed = await this.accounts.removeSecondFactor(email, trx)
      if (removed.ok) await this.#record('second_factor_removed', removed.value.userId, null, null, trx)
      return removed
    })
  }

  adjustRubies(adjustment: Adjustment) {
    return this.rubies.run({ ...adjustment, actorId: null })
  }

  async #record(kind: AdminActKind, userId: string, before: Json, after: Json, trx: TransactionClientContract) {
    const user = await this.accounts.person(userId, trx)
    await this.log.record({ actorId: null, kind, subject: userSubject(user!), before, after }, trx)
  }
}
