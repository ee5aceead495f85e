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
    'select id from chat_sessions where user_id = ?::uuid order by id for update',
    [userId]
  )
  await trx.rawQuery(`select from replies where user_id = ?::uuid and state = 'running' order by id for update`, [
    userId,
  ])
  await trx.rawQuery(
    `with closed as (
       update replies set state = 'stopped', ended_at = now(), error_code = 'deleted'
       where user_id = ?::uuid and state = 'running' returning id
     )
     select ledger_give_back(id), pg_notify(?, json_build_object('kind', ?::text, 'replyId', id)::text) from closed`,
    [userId, busChannel, stopRequested.name]
  )
  const sessions = [rows.map(({ id }) => id)]
  await trx.rawQuery(
    `delete from chat_message_alternates where message_id in (
       select id from chat_messages where chat_session_id = any (?::uuid[])
     )`,
    sessions
  )
  await trx.rawQuery('delete from chat_messages where chat_session_id = any (?::uuid[])', sessions)
  await trx.rawQuery('delete from reply_parts where reply_id in (select id from replies where user_id = ?::uuid)', [
    userId,
  ])
  await trx.rawQuery('delete from replies where user_id = ?::uuid', [userId])
  await trx.rawQuery('delete from rewrite_keys where user_id = ?::uuid', [userId])
  await trx.rawQuery('delete from chat_sessions where id = any (?::uuid[])', sessions)
}
