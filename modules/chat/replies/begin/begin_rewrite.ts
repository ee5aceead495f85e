import { fail, ok, type Result } from '#modules/kernel/result'
import { statement } from '#modules/kernel/sql'
import type { ReplyKind } from '../../api.ts'
import type { NewReply } from './begin_reply.ts'
import { retryOnOutage, type BeginContext, type BeginFailure } from './retry_on_outage.ts'

/**
 * Begins a reroll, a continuation or a line for the user. Returns no row if the session's messages have changed since the caller read them,
 * which its next position shows. Pins don't advance the position, so they are returned from the locked row.
 */
const begin = statement<{ pins: string[] }>(
  'chat_begin_rewrite',
  `WITH session AS (
     UPDATE chat_sessions SET next_position = next_position + 1, last_message_at = now()
     WHERE id = $1 AND user_id = $2 AND next_position = $3 AND coalesce(deleted_at, 'infinity') = 'infinity'
     RETURNING id, next_position, pins
   ), known AS (
     INSERT INTO rewrite_keys (user_id, client_message_id, kind, message_id, reply_id)
     SELECT $2, $10::text, $9, $5, $4 FROM session WHERE $10::text IS NOT NULL
     ON CONFLICT ON CONSTRAINT rewrite_keys_pkey DO UPDATE SET reply_id = excluded.reply_id
       WHERE rewrite_keys.reply_id IS NOT DISTINCT FROM $11::uuid
     RETURNING reply_id
   ), reply AS (
     INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, kind, tier, cost, owner, continues, continues_at,
       character_id)
     SELECT $4, id, $2, $12, $5, next_position, $9, $6, $7, $8, $13, $14, $15::uuid FROM session
     WHERE $10::text IS NULL OR EXISTS (SELECT FROM known)
     RETURNING id
   )
   SELECT session.pins, CASE WHEN $7::int > 0 THEN ledger_hold($2, reply.id, $7::int, now() + INTERVAL '2 hours') END FROM reply, session`
)

export interface BeginRewriteInput extends NewReply {
  kind: Exclude<ReplyKind, 'reply'>
  userId: string
  chatSessionId: string
  /** The version of the session that the caller read. */
  nextPosition: number
  /** The user's message before the answer. Null if a character's message precedes the answer, and for a line for the user. */
  userMessageId: string | null
  /** In a group chat, the character that the prompt is for. Null for other chats. */
  speakerId: string | null
  clientMessageId: string | null
  /** The latest reply for that key that the caller knows of. */
  knownReplyId: string | null
  /** The answer to continue, and its length in characters. */
  continues: { answerId: string; at: number } | null
}

const findBegun = statement<{ pins: string[] }>(
  'chat_find_begun_rewrite',
  'SELECT pins FROM chat_sessions WHERE id = (SELECT chat_session_id FROM replies WHERE id = $1)'
)

/** Begins the reply, and returns the session's pins. `key_taken`: another request was faster, in this session or with that key. */
export const beginRewrite = (
  { db, timers, gates }: BeginContext,
  input: BeginRewriteInput
): Promise<Result<{ pins: string[] }, BeginFailure>> => {
  const values = [
    input.chatSessionId,
    input.userId,
    input.nextPosition,
    input.replyId,
    input.messageId,
    input.tier,
    input.cost,
    input.owner,
    input.kind,
    input.clientMessageId,
    input.knownReplyId,
    input.userMessageId,
    input.continues?.answerId ?? null,
    input.continues?.at ?? null,
    input.speakerId,
  ]
  const client = db.connection()
  return retryOnOutage(
    timers,
    async () => {
      const [row] = await begin(client, values)
      if (row) await gates?.('held', [input.chatSessionId])
      return row ? ok(row) : fail('key_taken')
    },
    async () => (await findBegun(client, [input.replyId]))[0] ?? null
  )
}
