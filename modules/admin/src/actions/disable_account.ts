import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { mayActOn } from '#modules/accounts/api'
import { Accounts } from '#modules/accounts/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { AuditLog } from '../audit/audit_log.ts'
import { userSubject } from '../audit/user_subject.ts'
import type { Actor, ActorRefusal } from './actor.ts'

/** Disables or enables an account and records it, after the actor proved their identity. Idempotent. */
@inject()
export class DisableAccount {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly log: AuditLog
  ) {}

  async run({
    actor,
    userId,
    disabled,
  }: {
    actor: Actor
    userId: string
    disabled: boolean
  }): Promise<Result<true, ActorRefusal | { kind: 'oneself' | 'unknown_user' }>> {
    if (!(await actor.isProven())) return fail({ kind: 'unproven' as const })
    return this.db.transaction(async (trx) => {
      // Admins can't disable themselves, so an admin who could undo it always remains.
      if (userId === actor.id) return fail({ kind: 'oneself' as const })
      const user = await this.accounts.lockPerson(userId, trx)
      if (!user) return fail({ kind: 'unknown_user' as const })
      if (!mayActOn(actor, user)) return fail({ kind: 'above' as const })
      const wasDisabled = user.disabledAt !== null
      if (wasDisabled === disabled) return ok(true)
      await this.accounts.setDisabled(userId, disabled, trx)
      const kind = disabled ? 'account_disabled' : 'account_enabled'
      const change = { before: { disabled: wasDisabled }, after: { disabled } }
      await this.log.record({ actorId: actor.id, kind, subject: userSubject(user), ...change }, trx)
      return ok(true)
    })
  }
}
