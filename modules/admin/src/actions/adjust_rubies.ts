import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { mayActOn } from '#modules/accounts/api'
import { Accounts, type Person } from '#modules/accounts/index'
import { type Adjustment, type InsufficientRubies, RubyAdjustments } from '#modules/economy/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { limits } from '../../api.ts'
import { AuditLog } from '../audit/audit_log.ts'
import { userSubject } from '../audit/user_subject.ts'
import { grantedToday } from '../queries/granted_today.ts'
import type { Actor, ActorRefusal } from './actor.ts'

export type OperatorAdjustRefusal = InsufficientRubies | { kind: 'unknown_user' }

export type AdjustRefusal =
  | OperatorAdjustRefusal
  | ActorRefusal
  | { kind: 'support_only_grants' }
  /** `left` is how much support may still grant today. */
  | { kind: 'over_daily_limit'; left: number }

/**
 * Grants or deducts rubies and records it. Returns the new spendable balance. Support may grant some a day. Others who grant many a day prove
 * their identity first.
 */
@inject()
export class AdjustRubies {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly adjustments: RubyAdjustments,
    private readonly log: AuditLog
  ) {}

  async run(actor: Actor, adjustment: Adjustment): Promise<Result<{ rubies: number }, AdjustRefusal>> {
    const isProven = await actor.isProven()
    return this.db.transaction(async (trx) => {
      const user = await this.accounts.person(adjustment.userId, trx)
      if (!user) return fail({ kind: 'unknown_user' as const })
      if (!mayActOn(actor, user)) return fail({ kind: 'above' as const })
      const refusal = await this.#limit(actor, adjustment.amount, isProven, trx)
      return refusal ? fail(refusal) : this.#adjust(actor.id, user, adjustment, trx)
    })
  }

  runAsOperator(adjustment: Adjustment): Promise<Result<{ rubies: number }, OperatorAdjustRefusal>> {
    return this.db.transaction(async (trx) => {
      const user = await this.accounts.person(adjustment.userId, trx)
      return user ? this.#adjust(null, user, adjustment, trx) : fail({ kind: 'unknown_user' as const })
    })
  }

  /**
   * Grants the rubies of an invitation to the account that it brought, in the transaction that opens the account. Grants nothing beyond what
   * its admin may grant within a day without a proof.
   */
  async grantInvited(
    { inviterId, userId, amount }: { inviterId: string; userId: string; amount: number },
    trx: TransactionClientContract
  ): Promise<void> {
    if ((await this.#grantedToday(inviterId, trx)) + amount > limits.unprovenGrantsADay) return
    const user = await this.accounts.person(userId, trx)
    await this.#adjust(inviterId, user!, { userId, amount, reason: 'Rubies of your invitation' }, trx)
  }

  async #adjust(actorId: string | null, user: Person, adjustment: Adjustment, trx: TransactionClientContract) {
    const adjusted = await this.adjustments.adjust(adjustment, trx)
    if (!adjusted.ok) return adjusted
    const { before, after, description } = adjusted.value
    const { amount } = adjustment
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
  }

  async #limit(
    { id, role }: Actor,
    amount: number,
    isProven: boolean,
    trx: TransactionClientContract
  ): Promise<AdjustRefusal | null> {
    if (role === 'support' && amount < 0) return { kind: 'support_only_grants' }
    if (amount < 0) return null
    const granted = await this.#grantedToday(id, trx)
    if (role === 'support' && granted + amount > limits.supportGrantsADay)
      return { kind: 'over_daily_limit', left: Math.max(0, limits.supportGrantsADay - granted) }
    return granted + amount > limits.unprovenGrantsADay && !isProven ? { kind: 'unproven' } : null
  }
  /** Grants of a person wait for each other, so that two at once count. */
  async #grantedToday(actorId: string, trx: TransactionClientContract): Promise<number> {
    await this.accounts.lockPerson(actorId, trx)
    return grantedToday(actorId, trx)
  }
}
