import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { PublicationReviews, type DecidedReview, type ReviewDecision } from '#modules/gallery/index'
import type { AdminActSubject } from '../../api.ts'
import { AuditLog } from '../audit/audit_log.ts'
import { userSubject } from '../audit/user_subject.ts'

/** Publishes or refuses held content, and records it. */
@inject()
export class DecideReview {
  constructor(
    private readonly db: Database,
    private readonly reviews: PublicationReviews,
    private readonly accounts: Accounts,
    private readonly log: AuditLog
  ) {}

  run(id: string, decision: ReviewDecision) {
    return this.db.transaction(async (trx) => {
      const decided = await this.reviews.decide(id, decision, trx)
      if (!decided.ok) return decided
      const { commentId, userId, causes } = decided.value
      const { actorId, isApproved, reason } = decision
      const kind = isApproved ? 'publication_approved' : 'publication_refused'
      const subject = await this.#subjectOf(decided.value, trx)
      const before = { causes, ...(commentId && { commentId, authorId: userId }) }
      await this.log.record({ actorId, kind, subject, before, after: { reason } }, trx)
      return decided
    })
  }

  async #subjectOf({ character, userId }: DecidedReview, trx: TransactionClientContract): Promise<AdminActSubject> {
    if (character) return { type: 'character', ...character }
    const person = await this.accounts.person(userId, trx)
    return person ? userSubject(person) : { type: 'user', id: userId, name: '' }
  }
}
