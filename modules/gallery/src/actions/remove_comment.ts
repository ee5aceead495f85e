import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { pickAttributes } from '#modules/kernel/tables'
import type { Character } from '../../api.ts'
import { Gallery, type CommentModeration, type Viewer } from '../../index.ts'
import { limits } from '../domain/limits.ts'
import { commentColumns, type ShownComment } from '../queries/list_comments_query.ts'
import { CommentRow } from '../tables/comment_row.ts'

type RemovalRefusal = 'no_such_comment' | 'not_your_comment'

export type RestoredComment = ShownComment

/**
 * Removes comments, and restores them for the user who removed them. Authors, the character's owner and admins may remove a comment.
 * An admin's change to another user's comment runs the gallery's hook in the same transaction.
 */
@inject()
export class RemoveComment {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery
  ) {}

  remove(viewer: Viewer, character: Character, commentId: string): Promise<Result<null, RemovalRefusal>> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: { userId: string }[] }>(
        `SELECT user_id AS "userId" FROM character_comments
         WHERE id = ?::uuid AND character_id = ?::uuid AND removed_at IS NULL FOR UPDATE`,
        [commentId, character.id]
      )
      const comment = rows[0]
      if (!comment) return fail('no_such_comment')
      const isOwn = comment.userId === viewer.id || character.createdBy === viewer.id
      if (!isOwn && !viewer.isAdmin) return fail('not_your_comment')
      await trx.rawQuery(
        'UPDATE character_comments SET removed_at = clock_timestamp(), removed_by = ?::uuid WHERE id = ?::uuid',
        [viewer.id, commentId]
      )
      if (!isOwn)
        await this.#runHook('comment_removed', { viewer, character, commentId, authorId: comment.userId }, trx)
      return ok(null)
    })
  }

  /** Returns null unless this viewer removed the comment within the last half hour. */
  restore(viewer: Viewer, character: Character, commentId: string): Promise<RestoredComment | null> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: RestoredComment[] }>(
        `UPDATE character_comments SET removed_at = NULL, removed_by = NULL
         WHERE id = ?::uuid AND character_id = ?::uuid AND removed_by = ?::uuid
           AND removed_at > clock_timestamp() - make_interval(mins => ?::int)
         RETURNING ${pickAttributes(CommentRow, commentColumns)}`,
        [commentId, character.id, viewer.id, limits.commentRestoreMinutes]
      )
      const comment = rows[0]
      if (!comment) return null
      const isOwn = comment.userId === viewer.id || character.createdBy === viewer.id
      if (!isOwn)
        await this.#runHook('comment_restored', { viewer, character, commentId, authorId: comment.userId }, trx)
      return comment
    })
  }

  /** Deletes removed comments that can't be restored any more. Returns their number. */
  async purge(): Promise<number> {
    const { rowCount } = await this.db.rawQuery<{ rowCount: number }>(
      `DELETE FROM character_comments WHERE removed_at < clock_timestamp() - make_interval(mins => ?::int)
         AND (kept_until IS NULL OR kept_until < now())`,
      [2 * limits.commentRestoreMinutes]
    )
    return rowCount
  }

  #runHook(
    kind: CommentModeration['kind'],
    about: { viewer: Viewer; character: Character; commentId: string; authorId: string },
    trx: TransactionClientContract
  ) {
    const { viewer, character, commentId, authorId } = about
    const { id, name } = character
    return this.gallery.commentModerated.run(
      { kind, actorId: viewer.id, character: { id, name }, commentId, authorId },
      trx
    )
  }
}
