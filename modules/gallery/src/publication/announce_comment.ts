import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Gallery, PublishedComment } from '../../index.ts'

/** Runs `commented` for a comment that others can see now. */
export const announceComment = async (
  gallery: Pick<Gallery, 'commented'>,
  commentId: string,
  trx: TransactionClientContract
): Promise<void> => {
  const { rows } = await trx.rawQuery<{ rows: PublishedComment[] }>(
    `SELECT comment.id AS "commentId", comment.character_id AS "characterId", created_by AS "ownerId", comment.user_id AS "authorId",
       CASE WHEN parent.id IS NOT NULL THEN json_build_object('id', parent.id, 'authorId', parent.user_id) END AS parent
     FROM character_comments AS comment JOIN characters ON characters.id = comment.character_id
     LEFT JOIN character_comments AS parent ON parent.id = comment.parent_id
     WHERE comment.id = ?::uuid AND comment.removed_at IS NULL AND comment.review IS NULL`,
    [commentId]
  )
  for (const comment of rows) await gallery.commented.run(comment, trx)
}
