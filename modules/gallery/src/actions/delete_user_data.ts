import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * Removes a user's private characters, likes, comments, reviews and blocked tags, and empties the public characters, in the transaction that
 * deletes the account.
 */
export const deleteUserData = async (userId: string, trx: TransactionClientContract) => {
  await trx.rawQuery('DELETE FROM publication_reviews WHERE user_id = ?::uuid', [userId])
  await trx.rawQuery('SELECT gallery_forget_person(?::uuid)', [userId])
  await trx.rawQuery('DELETE FROM blocked_tags WHERE user_id = ?::uuid', [userId])
  await trx.rawQuery(
    `-- all users: others have hidden the user
     DELETE FROM hidings WHERE user_id = :userId::uuid OR id = :userId::uuid`,
    { userId }
  )
}
