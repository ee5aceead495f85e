import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { stopChannel } from '../run/reply_topics.ts'

/**
 * Asks all running replies of a user to stop, in the caller's transaction. Their processes are notified when the transaction commits. A
 * process that misses the notification reads the request at its next tick.
 */
export const stopAllReplies = async (userId: string, trx: TransactionClientContract) => {
  await trx.rawQuery(
    `WITH asked AS (
       UPDATE replies SET stop_requested_at = now() WHERE user_id = ?::uuid AND state = 'running' RETURNING id
     )
     SELECT pg_notify(?, id::text) FROM asked`,
    [userId, stopChannel]
  )
}
