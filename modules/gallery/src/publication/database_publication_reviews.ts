import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { minorsCategory } from '#plugins/contract/moderation'
import { Accounts } from '#modules/accounts/index'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import { fail, ok } from '#modules/kernel/result'
import { attributesOf } from '#modules/kernel/tables'
import type { HeldReview } from '../../api.ts'
import { PublicationReviews, type ReviewDecision } from '../../index.ts'
import { limits } from '../domain/limits.ts'
import { PublicationReviewRow } from '../tables/publication_review_row.ts'
import { lockContent, ReviewPublication, setReview, type Review } from './review_publication.ts'

/** Distinguishes this list's cursors from others. */
const cursorKind = 'held'

/** Held reviews whose content is still there. A character that its owner made private isn't to be published. */
const held = `
  FROM publication_reviews AS reviews
  LEFT JOIN character_comments AS comments ON comments.id = reviews.comment_id
  LEFT JOIN characters ON characters.id = coalesce(reviews.character_id, comments.character_id)
  WHERE state = 'held' AND characters.deleted_at IS NULL AND comments.removed_at IS NULL
    AND (reviews.character_id IS NULL OR characters.review = 'held')`

@inject()
export class DatabasePublicationReviews extends PublicationReviews {
  constructor(
    private readonly db: Database,
    private readonly reviews: ReviewPublication,
    private readonly accounts: Accounts
  ) {
    super()
  }

  async list({ limit, cursor }: { limit: number; cursor?: string | undefined }): Promise<Page<HeldReview> | null> {
    const [kind, escalated, after] = (cursor !== undefined && decodeCursor(cursor, 3)) || []
    if (cursor !== undefined && !(kind === cursorKind && isId(after))) return null
    const { rows } = await this.db.rawQuery<{
      rows: (Review & { characterName: string | null; excerpt: string | null })[]
    }>(
      `SELECT ${attributesOf(PublicationReviewRow, { alias: 'reviews' })}, characters.name AS "characterName",
         left(coalesce(comments.content, characters.description), ?::int) AS excerpt
       ${held} ${after ? 'AND (NOT is_escalated, reviews.id) > (?::boolean, ?::uuid)' : ''}
       ORDER BY is_escalated DESC, reviews.id LIMIT ?::int`,
      [limits.heldExcerptMax, ...(after ? [escalated !== 1, after] : []), limit + 1] as never
    )
    const page = rows.slice(0, limit)
    const profiles = await this.accounts.profiles(page.map(({ userId }) => userId))
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      items: page.map(({ characterName, excerpt, ...review }) => {
        const author = profiles.get(review.userId) ?? null
        const names = [author?.username, author?.firstName].filter(Boolean).join(', ')
        return toHeld(review, { author, characterName, excerpt: excerpt ?? names })
      }),
      next: last ? encodeCursor([cursorKind, last.isEscalated ? 1 : 0, last.id]) : null,
    }
  }

  async find(id: string) {
    const review = await this.reviews.find(id)
    if (review?.state !== 'held') return null
    const content = await this.reviews.contentOf(review)
    if (!content || content.isWithdrawn) return null
    const author = (await this.accounts.profiles([review.userId])).get(review.userId) ?? null
    const { texts, pictures, character } = content
    const shown = toHeld(review, { author, characterName: character?.name ?? null, excerpt: '' })
    return { ...shown, isAdult: content.isAdult, texts, pictures }
  }

  async decide(id: string, { round, isApproved, reason, actorId }: ReviewDecision, trx: TransactionClientContract) {
    const review = await this.reviews.find(id, trx)
    if (!review) return fail({ kind: 'unknown' as const })
    await lockContent(review, trx)
    const { rows } = await trx.rawQuery<{ rows: [Review?] }>(
      `SELECT ${attributesOf(PublicationReviewRow)} FROM publication_reviews WHERE id = ?::uuid AND state = 'held' FOR UPDATE`,
      [id]
    )
    const locked = rows[0]
    // Decided, or changed by its author since the moderator read it.
    if (!locked || locked.round !== round) return fail({ kind: 'unknown' as const })
    if (isApproved && locked.isEscalated) return fail({ kind: 'minors' as const })
    const { userId, characterId, commentId, causes } = locked
    const isProfile = !characterId && !commentId
    const content = isProfile ? { character: null, isWithdrawn: false } : await this.reviews.contentOf(locked, trx)
    if (!content || content.isWithdrawn) return fail({ kind: 'unknown' as const })
    await trx.rawQuery(
      `UPDATE publication_reviews SET state = ?, reason = ?, decided_by = ?::uuid, decided_at = clock_timestamp() WHERE id = ?::uuid`,
      [isApproved ? 'approved' : 'refused', reason, actorId, id] as never
    )
    if (isApproved) await this.reviews.publish(locked, trx)
    else await setReview(locked, 'refused', trx)
    if (!isApproved && isProfile) await this.accounts.clearProfile(userId, trx)
    return ok({ userId, commentId, character: content.character, causes })
  }

  async counts(client: QueryClientContract) {
    const { rows } = await client.rawQuery<{ rows: [{ waiting: number; held: number; escalated: number }] }>(
      `SELECT (SELECT count(*)::int FROM publication_reviews WHERE state = 'waiting') AS waiting,
         count(*)::int AS held, count(*) FILTER (WHERE is_escalated)::int AS escalated ${held}`
    )
    return rows[0]
  }
}

const toHeld = (
  { id, round, characterId, commentId, userId, causes, isEscalated, beganAt }: Review,
  shown: { author: HeldReview['author'] | null; characterName: string | null; excerpt: string }
): HeldReview => ({
  id,
  round,
  kind: commentId ? 'comment' : characterId ? 'character' : 'profile',
  causes: causes.toSorted((one, other) => Number(other === minorsCategory) - Number(one === minorsCategory)),
  isEscalated,
  heldAt: beganAt.toISOString(),
  characterName: shown.characterName,
  excerpt: shown.excerpt,
  author: shown.author ?? { id: userId, firstName: null, username: null, profileImageUrl: null },
})
