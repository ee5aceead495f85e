import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Deletes a user's lorebooks in the transaction that deletes the account. */
export const deleteUserData = async (userId: string, trx: TransactionClientContract) => {
  await trx.rawQuery('DELETE FROM lorebooks WHERE user_id = ?::uuid', [userId])
}
