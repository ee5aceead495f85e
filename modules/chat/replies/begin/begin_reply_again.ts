import { fail, ok, type Result } from '#modules/kernel/result'
import { statement } from '#modules/kernel/sql'
import { historyColumns, type HistoryRow } from '../../prompts/history_columns.ts'
import type { NewReply } from './begin_reply.ts'
import { retryOnOutage, type BeginContext, type BeginFailure } from './retry_on_outage.ts'

/** The columns of a locked session that a prompt needs. */
interface LockedSession extends HistoryRow {
  pins: string[]
}

const lockedColumns = (budget: string) => `
     session.pins, ${historyColumns({ session: 'session.id', upTo: 'user_message.position', budget })}`

/**
 * Begins another reply to a saved message. Returns no row if a duplicate request has begun a reply since the caller read the message, or
 * the message was deleted. History and pins are read under the lock.
 */
const begin = statement<LockedSession>(
  'chat_begin_reply_again',
  `WITH session AS (
     UPDATE chat_sessions SET next_position = next_position + 1, last_message_at = now()
     WHERE id = $1 AND user_id = $2 AND coalesce(deleted_at, 'infinity') = 'infinity'
     RETURNING id, next_position, pins
   ), user_message AS (
     UPDATE chat_messages SET reply_id = $3
     WHERE id = $5 AND chat_session_id = (SELECT id FROM session) AND reply_id IS NOT DISTINCT FROM $9 AND deleted_at IS NULL
     RETURNING id, position
   ), reply AS (
     INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner)
     SELECT $3, session.id, $2, $5, $4, next_position, $6, $7, $8 FROM session, user_message
     RETURNING id
   )
   SELECT CASE WHEN $7::int > 0 THEN ledger_hold($2, reply.id, $7::int, now() + INTERVAL '2 hours') END, ${lockedColumns('$10')} FROM reply, user_message, session`
)

/** Reads the same columns after `begin` was committed but its response was lost. */
const findBegun = statement<LockedSession>(
  'chat_find_begun_again',
  `SELECT ${lockedColumns('$2')} FROM replies r
   CROSS JOIN LATERAL (SELECT * FROM chat_sessions WHERE id = r.chat_session_id OFFSET 0) session
   CROSS JOIN LATERAL (SELECT * FROM chat_messages WHERE id = r.user_message_id OFFSET 0) user_message
   WHERE r.id = $1`
)

export interface BeginAgainInput extends NewReply {
  userId: string
  chatSessionId: string
  userMessageId: string
  /** The latest reply to that message that the caller knows of. */
  knownReplyId: string | null
  /** About how many characters of history the model can use. */
  historyCharacters: number
}

/** Begins another reply to a saved message. Of several concurrent requests, one succeeds. */
export const beginReplyAgain = (
  { db, timers, gates }: BeginContext,
  input: BeginAgainInput
): Promise<Result<LockedSession, BeginFailure>> => {
  const values = [
    input.chatSessionId,
    input.userId,
    input.replyId,
    input.messageId,
    input.userMessageId,
    input.tier,
    input.cost,
    input.owner,
    input.knownReplyId,
    input.historyCharacters,
  ]
  const client = db.connection()
  return retryOnOutage(
    timers,
    async () => {
      const [row] = await begin(client, values)
      if (row) await gates?.('held', [input.chatSessionId])
      return row ? ok(row) : fail('key_taken')
    },
    async () => (await findBegun(client, [input.replyId, input.historyCharacters]))[0] ?? null
  )
}
