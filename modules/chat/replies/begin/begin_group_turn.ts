import { fail, ok, type Result } from '#modules/kernel/result'
import { statement } from '#modules/kernel/sql'
import type { NewReply } from './begin_reply.ts'
import { turnsLeftBefore, type Talk } from './group_talk.ts'
import { retryOnOutage, type BeginContext, type BeginFailure } from './retry_on_outage.ts'

interface BegunTurn {
  /** The time at which the user's message was saved. Null without a message. */
  saved_at: Date | null
}

/**
 * Begins a turn of a group chat: saves the user's message if there is one, holds the rubies and inserts the running reply. Returns no row
 * if the session's messages have changed since the caller read them, which its next position shows. So the history that the caller read
 * is the one under the lock. A turn without a message stores its key together with those of rerolls. A later turn of a talk only begins
 * while the talk has as many turns left as the caller knows of.
 */
const begin = statement<BegunTurn>(
  'chat_begin_group_turn',
  `WITH session AS (
     UPDATE chat_sessions SET next_position = next_position + 2, messages_written = messages_written + $14::int, last_message_at = now()
     WHERE id = $1 AND user_id = $2 AND next_position = $3 AND coalesce(deleted_at, 'infinity') = 'infinity'
     RETURNING id, next_position
   ), saved AS (
     INSERT INTO chat_messages (id, chat_session_id, position, user_id, content, client_message_id, reply_id)
     SELECT $4::uuid, id, next_position - 1, $2, $5, $6, $7 FROM session WHERE $4::uuid IS NOT NULL
     ON CONFLICT (id) DO UPDATE SET reply_id = excluded.reply_id
     RETURNING created_at
   ), known AS (
     INSERT INTO rewrite_keys (user_id, client_message_id, kind, message_id, reply_id)
     SELECT $2, $6::text, 'reply', $8, $7 FROM session WHERE $4::uuid IS NULL AND $6::text IS NOT NULL
     ON CONFLICT ON CONSTRAINT rewrite_keys_pkey DO UPDATE SET message_id = excluded.message_id, reply_id = excluded.reply_id
       WHERE rewrite_keys.reply_id IS NOT DISTINCT FROM $15::uuid
     RETURNING reply_id
   ), able AS (
     SELECT id, next_position FROM session WHERE $4::uuid IS NOT NULL OR $6::text IS NULL OR EXISTS (SELECT FROM known)
   ), talk AS (
     UPDATE chat_groups SET talk_id = $16::uuid, talk_turns = coalesce($17::int, 0), turns_left = coalesce($18::int, 0)
     FROM able
     WHERE chat_session_id = able.id AND ($16::uuid IS NOT NULL OR talk_id IS NOT NULL)
       AND ($19::int IS NULL OR talk_id = $16::uuid AND turns_left = $19::int)
     RETURNING chat_session_id
   ), reply AS (
     INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner, character_id, speaker)
     SELECT $7, id, $2, $4::uuid, $8, next_position, $9, $10, $11, $12, $13 FROM able
     WHERE $19::int IS NULL OR EXISTS (SELECT FROM talk)
     RETURNING id
   )
   SELECT (SELECT created_at FROM saved) AS saved_at,
     CASE WHEN $10::int > 0 THEN ledger_hold($2, reply.id, $10::int, now() + INTERVAL '2 hours') END FROM reply`
)

const findBegun = statement<BegunTurn>(
  'chat_find_begun_group_turn',
  `SELECT (SELECT created_at FROM chat_messages WHERE id = r.user_message_id) AS saved_at FROM replies r WHERE r.id = $1`
)

export interface BeginGroupTurnInput extends NewReply {
  userId: string
  chatSessionId: string
  /** The version of the session that the caller read. */
  nextPosition: number
  /** Null for a turn without a message of the user. `isNew`: false for a message that was saved before. */
  message: { id: string; content: string; isNew: boolean } | null
  clientMessageId: string | null
  /** The latest reply for that key that the caller knows of. */
  knownReplyId: string | null
  speaker: { id: string; name: string }
  /** Null: the talk of the group ends. */
  talk: Talk | null
}

/** Begins a turn of a group chat. `key_taken`: another request was faster, in this session or with that key. */
export const beginGroupTurn = (
  { db, timers, gates }: BeginContext,
  input: BeginGroupTurnInput
): Promise<Result<BegunTurn, BeginFailure>> => {
  const { message, speaker, talk } = input
  const values = [
    input.chatSessionId,
    input.userId,
    input.nextPosition,
    message?.id ?? null,
    message?.content ?? null,
    input.clientMessageId,
    input.replyId,
    input.messageId,
    input.tier,
    input.cost,
    input.owner,
    speaker.id,
    speaker.name,
    message?.isNew ? 1 : 0,
    input.knownReplyId,
    talk?.id ?? null,
    talk?.turns ?? null,
    talk?.turnsLeft ?? null,
    talk && turnsLeftBefore(talk),
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
