import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { type InsufficientRubies, RubyAdjustments } from '#modules/economy/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { AuditLog } from '../audit/audit_log.ts'
import { userSubject } from '../audit/user_subject.ts'

export interface AdjustRubiesInput {
  /** Null for the operator. */
  actorId: string | null
  userId: string
  /** Positive to grant, negative to deduct, never zero. */
  amount: number
  reason?: string
}

/** Grants or deducts rubies and records it. Returns the new spendable balance. */
@inject()
export class AdjustRubies {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly adjustments: RubyAdjustments,
    private readonly log: AuditLog
  ) {}

  run({
    actorId,
    userId,
    amount,
    reason,
  }: AdjustRubiesInput): Promise<Result<{ rubies: number }, InsufficientRubies | { kind: 'unknown_user' }>> {
    return this.db.transaction(async (trx) => {
      const user = await this.accounts.person(userId, trx)
      if (!user) return fail({ kind: 'unknown_user' as const })
      const adjusted = await this.adjustments.adjust({ userId, amount, reason }, trx)
      if (!adjusted.ok) return adjusted
      const { before, after, description } = adjusted.value
      await this.log.record(
        {
          actorId,
          kind: amount > 0 ? 'rubies_granted' : 'rubies_deducted',
          subject: userSubject(user),
          before: { ...before },
          after: { ...after, amount, reason: description },
        },
        trx
      )
      return ok({ rubies: after.rubies })
    })
  }
}
