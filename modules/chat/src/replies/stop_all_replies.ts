import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { replyChannel } from './reply_signals.ts'

/**
 * Asks for the end of all that is being written for a user, as their own stop does, in the transaction that is the reason for it.
 * The processes that write hear of it when that is committed; one that hears nothing looks at its next tick.
 */
export const stopAllReplies = async (userId: string, trx: TransactionClientContract) => {
  await trx.rawQuery(
    `with asked as (
       update replies set stop_requested_at = now() where user_id = ?::uuid and state = 'running' returning id
     )
     select pg_notify(?, json_build_object('kind', 'stop', 'replyId', id)::text) from asked`,
    [userId, replyChannel]
  )
}
