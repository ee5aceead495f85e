import { statement } from '#modules/kernel/sql'
import type { Message, ReplyEnding, ReplyKind } from '../../api.ts'
import { messageColumns, toMessage, type MessageRow } from './message_row.ts'
import { readMessage } from './read_message.ts'

/**
 * The only transition out of `running`. One statement ends the reply, saves the text and moves the rubies. An expired hold can't be
 * charged, so such an answer is free. No row: the reply had ended before, or has another owner.
 *
 * The condition is on `ended_at` instead of the state, so that no plan uses the partial index of running replies.
 */
const closeReply = statement<MessageRow & { reply_id: string }>(
  'chat_end_reply',
  `WITH closed AS (
     UPDATE replies SET state = $3, ended_at = now(), error_code = $4, first_text_ms = $11
     WHERE id = $1 AND owner = $2 AND ended_at IS NULL
     RETURNING id, chat_session_id, message_id, position, cost, tier
   ), charged AS MATERIALIZED (
     SELECT ledger_take(id, 'chat', $8) AS transaction_id FROM closed WHERE $7
   ), written AS (
     INSERT INTO chat_messages (id, chat_session_id, position, content, ruby_cost, state, tier, is_cut)
     SELECT message_id, chat_session_id, position, $5, CASE WHEN transaction_id IS NOT NULL THEN cost ELSE 0 END, $6, tier, $10
     FROM closed LEFT JOIN charged ON true WHERE $5 <> ''
     RETURNING ${messageColumns}
   ), parts AS (
     DELETE FROM reply_parts WHERE reply_id = $1
   )
   SELECT closed.id AS reply_id, written.*,
     CASE WHEN NOT $7 THEN ledger_give_back(closed.id) END AS given_back,
     CASE WHEN written.id IS NOT NULL THEN gallery_count_messages($9::uuid, 2) END AS counted
   FROM closed LEFT JOIN written ON true`
)

/** The same for a reroll or a continuation, which changes an existing message. It doesn't count as a new message. */
const closeRewrite = statement<{ message_id: string }>(
  'chat_end_rewrite',
  `WITH closed AS (
     UPDATE replies SET state = $3, ended_at = now(), error_code = $4, first_text_ms = $10
     WHERE id = $1 AND owner = $2 AND ended_at IS NULL
     RETURNING id, kind, message_id, position, cost, tier, continues
   ), charged AS MATERIALIZED (
     SELECT ledger_take(id, CASE kind WHEN 'reroll' THEN 'reroll' ELSE 'chat' END, $8) AS transaction_id FROM closed WHERE $7
   ), parts AS (
     DELETE FROM reply_parts WHERE reply_id = $1
   )
   SELECT message_id,
     CASE WHEN $5 <> '' THEN chat_keep_rewrite(
       id, kind, message_id, position, tier, continues, $5, CASE WHEN transaction_id IS NOT NULL THEN cost ELSE 0 END, $6, $9) END AS kept,
     CASE WHEN NOT $7 THEN ledger_give_back(id) END AS given_back
   FROM closed LEFT JOIN charged ON true`
)

export interface Ending {
  state: ReplyEnding
  /** Null for a complete answer, and for one stopped after some text. */
  errorCode: string | null
  text: string
  /** It reached the tier's maximum length. */
  isCut: boolean
}

export interface EndInput extends Ending {
  replyId: string
  kind: ReplyKind
  owner: string
  characterId: string
  /** The text of the charge in the account's history. */
  description: string
  /** Null without any text. */
  firstTextMs: number | null
}

type Client = Parameters<typeof closeReply>[0]

/**
 * Ends a reply and returns the message it wrote, which is null without text. Returns null when the reply had ended before. Complete
 * replies are charged, and so are those stopped after some text.
 */
export const endReply = async (client: Client, input: EndInput): Promise<{ message: Message | null } | null> => {
  const hasText = input.text !== ''
  const isCharged = hasText && (input.state === 'written' || input.state === 'stopped')
  const messageState = input.state === 'written' ? 'complete' : input.state === 'stopped' ? 'stopped' : 'broken_off'
  const { replyId, owner, state, errorCode, text, description, characterId, isCut, firstTextMs } = input
  const values = [replyId, owner, state, errorCode, text, messageState, isCharged, description]
  if (input.kind === 'reply') {
    const [row] = await closeReply(client, [...values, characterId, isCut, firstTextMs])
    return row ? { message: row.id ? toMessage(row) : null } : null
  }
  const [row] = await closeRewrite(client, [...values, isCut, firstTextMs])
  return row ? { message: hasText ? await readMessage(client, row.message_id) : null } : null
}
