import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { stopChannel } from '../replies/index.ts'
import { deletionOf, privateTables } from './private_tables.ts'

/**
 * Removes all chats of a user, including deleted ones, in the caller's transaction. Ends running replies and releases their rubies.
 * Notifies their processes when the transaction commits. Calling it again does nothing.
 *
 * Uses separate statements, because each takes its own snapshot. Locks the sessions first, so that no new replies begin. The replies are
 * locked before any rubies are released, because the end of a reply locks the reply before the account.
 */
export const forgetChats = async (userId: string, trx: TransactionClientContract) => {
  await trx.rawQuery('SELECT FROM chat_sessions WHERE user_id = ?::uuid ORDER BY id FOR UPDATE', [userId])
  await trx.rawQuery(`SELECT FROM replies WHERE user_id = ?::uuid AND state = 'running' ORDER BY id FOR UPDATE`, [
    userId,
  ])
  await trx.rawQuery(
    `WITH closed AS (
       UPDATE replies SET state = 'stopped', ended_at = now(), error_code = 'deleted'
       WHERE user_id = ?::uuid AND state = 'running' RETURNING user_id, id
     )
     SELECT ledger_give_back(user_id, id), pg_notify(?, id::text) FROM closed`,
    [userId, stopChannel]
  )
  // Among others the allowances: the calls of the user still count for the instance.
  for (const each of privateTables) await trx.rawQuery(deletionOf(each, 'rest WHERE user_id = ?::uuid'), [userId])
}
