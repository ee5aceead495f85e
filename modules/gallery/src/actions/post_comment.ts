import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { newId } from '#modules/kernel/ids'
import { waitForLock } from '#modules/kernel/locks'
import { Limiters } from '#modules/kernel/rate_limit'
import { fail, ok, type Result } from '#modules/kernel/result'
import { limits } from '../domain/limits.ts'
import { CommentRow } from '../tables/comment_row.ts'

export interface PostedComment {
  id: string
  createdAt: Date
}

/** Posts a comment. The caller must have checked that the user can see the character. */
@inject()
export class PostComment {
  constructor(
    private readonly db: Database,
    private readonly limiters: Limiters
  ) {}

  async run(
    userId: string,
    characterId: string,
    content: string
  ): Promise<Result<PostedComment, { kind: 'too_many'; retryAfterSeconds: number }>> {
    return this.db.transaction(async (trx) => {
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
      const { id, createdAt } = await CommentRow.create({ id: newId(), characterId, userId, content }, { client: trx })
      return ok({ id, createdAt })
    })
  }
}
