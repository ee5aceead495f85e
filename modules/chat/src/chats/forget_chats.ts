import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { busChannel } from '#modules/realtime/index'
import { stopRequested } from '../generating/reply_topics.ts'

/**
 * Removes all chats of a user, those deleted before too, in the transaction that is the reason for it. What is being written in
 * them is stopped and given back; its writers hear of it when that is committed. The second time there is nothing left to do.
 *
 * Statement by statement, because each sees what was committed when it began: the sessions are locked first, and after that no reply
 * begins in them; then the replies, before the first of them is given back, because whoever ends one holds it when reaching for the
 * account.
 */
export const forgetChats = async (userId: string, trx: TransactionClientContract) => {
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    'SELECT id FROM chat_sessions WHERE user_id = ?::uuid ORDER BY id FOR UPDATE',
    [userId]
  )
  await trx.rawQuery(`SELECT FROM replies WHERE user_id = ?::uuid AND state = 'running' ORDER BY id FOR UPDATE`, [
    userId,
  ])
  await trx.rawQuery(
    `WITH closed AS (
       UPDATE replies SET state = 'stopped', ended_at = now(), error_code = 'deleted'
       WHERE user_id = ?::uuid AND state = 'running' RETURNING id
     )
     SELECT ledger_give_back(id), pg_notify(?, json_build_object('kind', ?::text, 'replyId', id)::text) FROM closed`,
    [userId, busChannel, stopRequested.name]
  )
  const sessions = [rows.map(({ id }) => id)]
  await trx.rawQuery(
    `DELETE FROM chat_message_alternates WHERE message_id IN (
       SELECT id FROM chat_messages WHERE chat_session_id = ANY (?::uuid[])
     )`,
    sessions
  )
  await trx.rawQuery('DELETE FROM chat_messages WHERE chat_session_id = ANY (?::uuid[])', sessions)
  await trx.rawQuery('DELETE FROM reply_parts WHERE reply_id IN (SELECT id FROM replies WHERE user_id = ?::uuid)', [
    userId,
  ])
  await trx.rawQuery('DELETE FROM replies WHERE user_id = ?::uuid', [userId])
  await trx.rawQuery('DELETE FROM rewrite_keys WHERE user_id = ?::uuid', [userId])
  await trx.rawQuery('DELETE FROM chat_sessions WHERE id = ANY (?::uuid[])', sessions)
}
