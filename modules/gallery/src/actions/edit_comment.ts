import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { pickAttributes } from '#modules/kernel/tables'
import { PublicationGate } from '../publication/publication_gate.ts'
import { CommentEditLimit } from '../rate_limits.ts'
import { CommentRow } from '../tables/comment_row.ts'
import { commentColumns, type ShownComment } from '../queries/list_comments_query.ts'

interface Edit {
  userId: string
  characterId: string
  commentId: string
  content: string
}

export type EditedCommentRefusal =
  | { kind: 'no_such_comment' }
  | { kind: 'too_many'; retryAfterSeconds: number }
  | { kind: 'forbidden_words'; words: readonly string[] }

/** Changes the user's own comment. The new text is judged like that of a new one. */
@inject()
export class EditComment {
  constructor(
    private readonly db: Database,
    private readonly limit: CommentEditLimit,
    private readonly gate: PublicationGate
  ) {}

  async run({ userId, characterId, commentId, content }: Edit): Promise<Result<ShownComment, EditedCommentRefusal>> {
    const retryAfterSeconds = await this.limit.count(userId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    return this.db.transaction(async (trx) => {
      const { rows: found } = await trx.rawQuery<{ rows: [{ isAdult: boolean }?] }>(
        `SELECT is_nsfw AS "isAdult" FROM character_comments AS comment JOIN characters ON characters.id = character_id
         WHERE comment.id = ?::uuid AND character_id = ?::uuid AND user_id = ?::uuid AND removed_at IS NULL FOR UPDATE OF comment`,
        [commentId, characterId, userId]
      )
      if (!found[0]) return fail({ kind: 'no_such_comment' as const })
      const judged = await this.gate.judgeEdit({ commentId, content, isAdult: found[0].isAdult }, trx)
      if (!judged.ok) return fail({ kind: 'forbidden_words' as const, ...judged.failure })
      const { rows } = await trx.rawQuery<{ rows: [ShownComment] }>(
        `UPDATE character_comments SET content = ?, review = ?, edited_at = clock_timestamp() WHERE id = ?::uuid
         RETURNING ${pickAttributes(CommentRow, commentColumns)}`,
        [content, judged.value.state, commentId] as never
      )
      await this.gate.record({ userId, commentId }, judged.value, trx)
      return ok(rows[0])
    })
  }
}
