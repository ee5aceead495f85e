import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { newId } from '#modules/kernel/ids'
import { askOnce } from '#modules/kernel/sql'
import type { ReplyKind } from '../api.ts'

/** A running reply as the tables have it, of a user with 5 rubies, 3 of them held, in a chat where one answer is there. */
export const beginInTables = async ({ kind = 'reply', agoMs = 0 }: { kind?: ReplyKind; agoMs?: number } = {}) => {
  const db = (await app.container.make(Database)).connection()
  const ask = (sql: string, ...values: unknown[]) => askOnce<any>(db, sql, values)
  const [userId, replyId, sessionId, owner, answerId] = [newId(), newId(), newId(), newId(), newId()]
  const messageId = kind === 'reply' ? newId() : answerId
  await ask('select ledger_open_account($1)', userId)
  await ask(`select ledger_post($1, 5, 'admin_grant', 'A test', 'opening')`, userId)
  await ask(`select ledger_hold($1, $2, 3, now() + interval '2 hours')`, userId, replyId)
  await ask('insert into chat_sessions (id, user_id, character_id) values ($1, $2, $3)', sessionId, userId, newId())
  await ask(
    `insert into chat_messages (id, chat_session_id, position, content, tier) values ($1, $2, 1, 'Before.', 'basic')`,
    answerId,
    sessionId
  )
  const values = [replyId, sessionId, userId, newId(), messageId, owner, kind, kind === 'continue' ? answerId : null]
  await ask(
    `insert into replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner, kind, continues, created_at)
     values ($1, $2, $3, $4, $5, 2, 'basic', 3, $6, $7, $8, clock_timestamp() - $9 * interval '1 millisecond')`,
    ...values,
    agoMs
  )
  const account = async () =>
    (await ask('select balance::int, held::int from ruby_accounts where user_id = $1', userId))[0]
  return { db, ask, replyId, messageId, owner, account }
}
