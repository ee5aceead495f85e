import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Deletes what a user was notified of, and the user's settings. Idempotent. */
export const forgetUser = async (userId: string, trx: TransactionClientContract): Promise<void> => {
  await trx.rawQuery('DELETE FROM notifications WHERE user_id = ?::uuid', [userId])
  await trx.rawQuery('DELETE FROM notification_settings WHERE user_id = ?::uuid', [userId])
}
