import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { mayActOn } from '#modules/accounts/api'
import { Accounts } from '#modules/accounts/index'
import { PublicationReviews, type DecidedReview, type ReviewDecision } from '#modules/gallery/index'
import { fail } from '#modules/kernel/result'
import { Notifications } from '#modules/notices/index'
import type { AdminActSubject } from '../../api.ts'
import { AuditLog } from '../audit/audit_log.ts'
import { userSubject } from '../audit/user_subject.ts'
import type { Actor } from './actor.ts'

/** Publishes or refuses held content of people with lower roles, and records it. */
@inject()
export class DecideReview {
  constructor(
    private readonly db: Database,
    private readonly reviews: PublicationReviews,
    private readonly accounts: Accounts,
    private readonly log: AuditLog,
    private readonly notifications: Notifications
  ) {}

  run(actor: Pick<Actor, 'id' | 'role'>, id: string, given: Omit<ReviewDecision, 'actorId'>) {
    return this.db.transaction(async (trx) => {
      const decision = { ...given, actorId: actor.id }
      const decided = await this.reviews.decide(id, decision, trx)
      if (!decided.ok) return decided
      const { commentId, userId, causes } = decided.value
      const author = await this.accounts.person(userId, trx)
      if (author && !mayActOn(actor, author)) {
        await trx.rollback()
        return fail({ kind: 'above_owner' as const })
      }
      const { actorId, isApproved, reason } = decision
      const kind = isApproved ? 'publication_approved' : 'publication_refused'
      const subject = await this.#subjectOf(decided.value, trx)
      const before = { causes, ...(commentId && { commentId, authorId: userId }) }
      await this.log.record({ actorId, kind, subject, before, after: { reason } }, trx)
      const characterId = decided.value.character?.id
      await this.notifications.add(
        {
          userId,
          kind: 'review_decided',
          key: `review:${id}:${given.round}`,
          subject: {
            ...(characterId && { characterId }),
            ...(commentId && { commentId }),
            isApproved: isApproved ? 1 : 0,
          },
        },
        trx
      )
      return decided
    })
  }

  async #subjectOf({ character, userId }: DecidedReview, trx: TransactionClientContract): Promise<AdminActSubject> {
    if (character) return { type: 'character', ...character }
    const person = await this.accounts.person(userId, trx)
    return person ? userSubject(person) : { type: 'user', id: userId, name: '' }
  }
}
