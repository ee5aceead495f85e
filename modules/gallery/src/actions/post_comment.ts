import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { newId } from '#modules/kernel/ids'
import { waitForLock } from '#modules/kernel/locks'
import { Limiters } from '#modules/kernel/rate_limit'
import { fail, ok, type Result } from '#modules/kernel/result'
import { Gallery } from '../../index.ts'
import { limits } from '../domain/limits.ts'
import { announceComment } from '../publication/announce_comment.ts'
import { PublicationGate } from '../publication/publication_gate.ts'
import type { ShownComment } from '../queries/list_comments_query.ts'
import { CommentRow } from '../tables/comment_row.ts'

export type CommentRefusal =
  | { kind: 'too_many'; retryAfterSeconds: number }
  | { kind: 'forbidden_words'; words: readonly string[] }
  | { kind: 'blocked' | 'no_such_comment' | 'too_many_replies' }

/** Posts a comment. The caller must have checked that the user can see the character. */
@inject()
export class PostComment {
  constructor(
    private readonly db: Database,
    private readonly limiters: Limiters,
    private readonly gate: PublicationGate,
    private readonly gallery: Gallery
  ) {}

  async run(
    userId: string,
    { id: characterId, isNsfw }: { id: string; isNsfw: boolean },
    content: string,
    parentId: string | null = null
  ): Promise<Result<ShownComment, CommentRefusal>> {
    const judged = await this.gate.judgeTexts([content], isNsfw)
    if (!judged.ok) return fail({ kind: 'forbidden_words', ...judged.failure })
    const { state: review } = judged.value
    return this.db.transaction(async (trx) => {
      if (await isBlocked(userId, characterId, trx)) return fail({ kind: 'blocked' as const })
      if (this.limiters.enabled) {
        await waitForLock(trx, `gallery.comment ${userId}`)
        const { rows } = await trx.rawQuery<{ rows: { seconds: number }[] }>(
          `SELECT ceil(extract(epoch FROM created_at + INTERVAL '10 minutes' - clock_timestamp()))::int AS seconds
           FROM character_comments WHERE user_id = ?::uuid AND created_at > clock_timestamp() - INTERVAL '10 minutes'
           ORDER BY created_at DESC LIMIT 1 OFFSET ?::int`,
          [userId, limits.commentsPerTenMinutes - 1]
        )
        if (rows[0]) return fail({ kind: 'too_many' as const, retryAfterSeconds: Math.max(1, rows[0].seconds) })
      }
      const refusal = parentId && (await refuseReply(parentId, userId, characterId, trx))
      if (refusal) return fail({ kind: refusal })
      const row = { id: newId(), characterId, userId, content, parentId, review }
      const { id, createdAt } = await CommentRow.create(row, { client: trx })
      if (review) await this.gate.record({ userId, commentId: id }, judged.value, trx)
      else await announceComment(this.gallery, id, trx)
      return ok({ id, userId, content, createdAt, editedAt: null, parentId, review })
    })
  }
}

/** Returns why the user can't reply to a comment. The lock makes replies count one after the other. */
const refuseReply = async (
  parentId: string,
  userId: string,
  characterId: string,
  trx: TransactionClientContract
): Promise<'no_such_comment' | 'blocked' | 'too_many_replies' | null> => {
  const { rows } = await trx.rawQuery<{ rows: { is_blocked: boolean; replies: number }[] }>(
    `SELECT EXISTS (
       SELECT FROM hidings WHERE kind = 'person'
         AND ((hidings.user_id = author.user_id AND hidings.id = :userId) OR (hidings.user_id = :userId AND hidings.id = author.user_id))
     ) AS is_blocked,
     (SELECT count(*)::int FROM character_comments WHERE parent_id = author.id) AS replies
     FROM (
       SELECT id, user_id FROM character_comments
       WHERE id = :parentId AND character_id = :characterId AND parent_id IS NULL AND removed_at IS NULL AND review IS NULL FOR UPDATE
     ) author`,
    { parentId, userId, characterId }
  )
  if (!rows[0]) return 'no_such_comment'
  if (rows[0].is_blocked) return 'blocked'
  return rows[0].replies >= limits.repliesMax ? 'too_many_replies' : null
}

/** Whether the user and the owner of the character, or one of them, block the other. */
const isBlocked = async (userId: string, characterId: string, trx: TransactionClientContract): Promise<boolean> => {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    `SELECT FROM characters JOIN hidings ON kind = 'person'
       AND ((hidings.user_id = created_by AND hidings.id = :userId) OR (hidings.user_id = :userId AND hidings.id = created_by))
     WHERE characters.id = :characterId LIMIT 1`,
    { userId, characterId }
  )
  return rows.length > 0
}
