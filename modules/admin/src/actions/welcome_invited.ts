import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts, type OpenedAccount } from '#modules/accounts/index'
import { AuditLog } from '../audit/audit_log.ts'
import { userSubject } from '../audit/user_subject.ts'
import { AdjustRubies } from './adjust_rubies.ts'

/** Records the role that an invitation brought, and grants its rubies, as acts of its inviter. An e-mail that had an account gets no rubies. */
@inject()
export class WelcomeInvited {
  constructor(
    private readonly accounts: Accounts,
    private readonly rubies: AdjustRubies,
    private readonly log: AuditLog
  ) {}

  async run({ userId, hadAccount, invitation }: OpenedAccount, trx: TransactionClientContract): Promise<void> {
    if (!invitation) return
    const { inviterId, role, rubies } = invitation
    if (role !== null) {
      const user = await this.accounts.person(userId, trx)
      const change = { before: { role: 'member' }, after: { role } }
      await this.log.record({ actorId: inviterId, kind: 'role_changed', subject: userSubject(user!), ...change }, trx)
    }
    if (rubies > 0 && !hadAccount) await this.rubies.grantInvited({ inviterId, userId, amount: rubies }, trx)
  }
}
