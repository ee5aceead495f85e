import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts, CurrentUsers, type NewAccount } from '#modules/accounts/index'
import { type Adjustment, type ManualRefund, OrderRefunds } from '#modules/economy/index'
import type { Role } from '#modules/accounts/api'
import type { AdminActKind, Json } from '../api.ts'
import { OperatorActs } from '../index.ts'
import { AdjustRubies } from './actions/adjust_rubies.ts'
import { ChangeRole } from './actions/change_role.ts'
import { PublishPages, type NewPage } from './actions/publish_pages.ts'
import { SetMaintenance } from './actions/set_maintenance.ts'
import { SiteNotices } from './announcements/site_notices.ts'
import { AuditLog } from './audit/audit_log.ts'
import { userSubject } from './audit/user_subject.ts'

@inject()
export class RecordedOperatorActs extends OperatorActs {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly rubies: AdjustRubies,
    private readonly roles: ChangeRole,
    private readonly refunds: OrderRefunds,
    private readonly maintenance: SetMaintenance,
    private readonly notices: SiteNotices,
    private readonly pages: PublishPages,
    private readonly log: AuditLog,
    private readonly users: CurrentUsers
  ) {
    super()
  }

  setMaintenance(sentence: string | null) {
    return this.maintenance.run(sentence)
  }

  async readMaintenance() {
    await this.notices.read()
    return this.notices.sentence
  }

  async publishPages(pages: readonly NewPage[]) {
    const published = await this.pages.run(null, pages)
    return published.ok ? published.value : []
  }

  openAdmin(account: NewAccount) {
    return this.db.transaction(async (trx) => {
      const opened = await this.accounts.open({ ...account, role: 'admin' }, trx)
      if (opened.ok) await this.#record('account_opened', opened.value.userId, null, { role: 'admin' }, trx)
      return opened
    })
  }

  async setRole(email: string, role: Role) {
    const found = await this.accounts.findByEmail(email)
    const changed = found && (await this.roles.run({ actor: null, userId: found.id, role }))
    if (changed?.ok) return 'done'
    return changed?.failure.kind === 'last_owner' ? 'last_owner' : 'unknown_user'
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

  async exportUser(email: string) {
    const found = await this.accounts.findByEmail(email)
    const user = found && (await this.users.find(found.id, null))
    if (!user) return null
    await this.db.transaction((trx) => this.#record('data_exported', found.id, null, null, trx))
    return this.accounts.exportSections.write(user.user)
  }

  adjustRubies(adjustment: Adjustment) {
    return this.rubies.runAsOperator(adjustment)
  }

  recordRefund({ note, ...refund }: ManualRefund & { note: string }) {
    return this.db.transaction(async (trx) => {
      const recorded = await this.refunds.record(refund, trx)
      if (!recorded.ok || !recorded.value.isNew) return recorded
      const { orderId: id, refundedCents } = refund
      const { currency, takenBack } = recorded.value
      const after = { refundedCents, currency, takenBack, note }
      const subject = { type: 'ledger', id, name: `order ${id}` } as const
      await this.log.record({ actorId: null, kind: 'refund_recorded', subject, before: null, after }, trx)
      return recorded
    })
  }

  async #record(kind: AdminActKind, userId: string, before: Json, after: Json, trx: TransactionClientContract) {
    const user = await this.accounts.person(userId, trx)
    await this.log.record({ actorId: null, kind, subject: userSubject(user!), before, after }, trx)
  }
}
