import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { AuditLog } from '../audit/audit_log.ts'
import { userSubject } from '../audit/user_subject.ts'

/** Disables or enables an account and records it. Idempotent. */
@inject()
export class DisableAccount {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly log: AuditLog
  ) {}

  run({
    actorId,
    userId,
    disabled,
  }: {
    actorId: string
    userId: string
    disabled: boolean
  }): Promise<Result<true, { kind: 'oneself' | 'unknown_user' }>> {
    return this.db.transaction(async (trx) => {
      // Admins can't disable themselves, so an admin who could undo it always remains.
      if (userId === actorId) return fail({ kind: 'oneself' as const })
      const user = await this.accounts.lockPerson(userId, trx)
      if (!user) return fail({ kind: 'unknown_user' as const })
      const wasDisabled = user.disabledAt !== null
      if (wasDisabled === disabled) return ok(true)
      await this.accounts.setDisabled(userId, disabled, trx)
      const kind = disabled ? 'account_disabled' : 'account_enabled'
      const change = { before: { disabled: wasDisabled }, after: { disabled } }
      await this.log.record({ actorId, kind, subject: userSubject(user), ...change }, trx)
      return ok(true)
    })
  }
}
