import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { nilUuid } from '#modules/kernel/ids'
import { minorsCategory } from '#plugins/contract/moderation'
import { Gallery, PublicContent, type ReviewSubject } from '../../index.ts'
import { ModerationSettings } from '../settings.ts'
import { Moderation } from './moderation.ts'
import { PublicationGate } from './publication_gate.ts'
import { ReviewPublication } from './review_publication.ts'

const parts = ['characters', 'comments', 'profiles'] as const
type Part = (typeof parts)[number]

@inject()
export class JudgePublicContent extends PublicContent {
  constructor(
    private readonly db: Database,
    private readonly moderation: Moderation,
    private readonly settings: ModerationSettings,
    private readonly accounts: Accounts,
    private readonly reviews: ReviewPublication,
    private readonly gate: PublicationGate,
    private readonly gallery: Gallery
  ) {
    super()
  }

  async judges() {
    const { judges } = this.settings
    return judges !== null && (await this.moderation.remote()) ? judges : null
  }

  async next(position: string | null) {
    const [from = parts[0], after = nilUuid] = (position?.split(':') ?? []) as [Part?, string?]
    for (const part of parts.slice(parts.indexOf(from))) {
      const found = await this.#nextOf(part, part === from ? after : nilUuid)
      if (found) return { position: `${part}:${found.id}`, subject: found.subject }
    }
    return null
  }

  async judge(subject: ReviewSubject, signal: AbortSignal) {
    const content = await this.reviews.contentOf(subject)
    return content ? this.reviews.causesOf(content, signal) : []
  }

  async hold(subject: ReviewSubject, causes: string[], trx: TransactionClientContract) {
    if (!(await takeBack(subject, trx))) return false
    const reviewId = await this.gate.record(subject, { state: 'held', causes }, trx)
    const { userId, characterId = null, commentId = null } = subject
    if (causes.includes(minorsCategory))
      await this.gallery.minorsContentHeld.run({ reviewId: reviewId!, userId, characterId, commentId }, trx)
    return true
  }

  async #nextOf(part: Part, after: string): Promise<{ id: string; subject: ReviewSubject } | null> {
    if (part === 'profiles') {
      const userId = await this.accounts.nextProfile(after)
      return userId === null ? null : { id: userId, subject: { userId } }
    }
    const isComment = part === 'comments'
    const { rows } = await this.db.rawQuery<{ rows: { id: string; userId: string }[] }>(
      isComment
        ? `SELECT id, user_id AS "userId" FROM character_comments
           WHERE id > ?::uuid AND removed_at IS NULL AND review IS NULL ORDER BY id LIMIT 1`
        : `SELECT id, created_by AS "userId" FROM characters
           WHERE id > ?::uuid AND is_public AND deleted_at IS NULL AND created_by <> ?::uuid ORDER BY id LIMIT 1`,
      isComment ? [after] : [after, await this.accounts.builtInAccount()]
    )
    const [row] = rows
    if (!row) return null
    const { id, userId } = row
    return { id, subject: isComment ? { userId, commentId: id } : { userId, characterId: id } }
  }
}

/** Locks the content before its review, as edits do. A profile stays public. */
const takeBack = async ({ characterId, commentId }: ReviewSubject, trx: TransactionClientContract) => {
  if (characterId === undefined && commentId === undefined) return true
  const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
    characterId === undefined
      ? `UPDATE character_comments SET review = 'held' WHERE id = ?::uuid AND removed_at IS NULL AND review IS NULL`
      : `UPDATE characters SET is_public = false, review = 'held' WHERE id = ?::uuid AND is_public AND deleted_at IS NULL`,
    [(characterId ?? commentId)!]
  )
  return rowCount > 0
}
