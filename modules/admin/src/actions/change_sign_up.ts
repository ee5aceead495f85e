import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { SignUpChange } from '#modules/accounts/api'
import { SignUps } from '#modules/accounts/index'
import { AuditLog } from '../audit/audit_log.ts'

/** Changes who may open an account, and records it. Idempotent. */
@inject()
export class ChangeSignUp {
  constructor(
    private readonly db: Database,
    private readonly signUps: SignUps,
    private readonly log: AuditLog
  ) {}

  run(actorId: string, { mode, userInvitations }: SignUpChange): Promise<void> {
    return this.db.transaction(async (trx) => {
      const before = await this.signUps.change({ mode, userInvitations }, trx)
      if (before.mode === mode && before.userInvitations === userInvitations) return
      const change = {
        before: { mode: before.mode, userInvitations: before.userInvitations },
        after: { mode, userInvitations },
      }
      const subject = { type: 'user', id: null, name: 'new users' } as const
      await this.log.record({ actorId, kind: 'sign_up_changed', subject, ...change }, trx)
    })
  }
}
