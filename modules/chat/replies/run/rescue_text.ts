import { statement } from '#modules/kernel/sql'
import type { Message, ReplyKind } from '../api.ts'
import { writerColumns, writerColumnsOf } from './message_row.ts'
import { readMessage } from './read_message.ts'
import type { EndInput } from './end_reply.ts'
import { storedStateOf } from './endings.ts'

/*
 * Saves the full text of a reply that another process swept while its owner was still alive. The text is free, because the sweep released
 * the rubies. Like every change of a message, each statement for a message advances the session's next position, so that no reply begins
 * with the outdated text. No statement overwrites an edited text.
 *
 * Ids come from scalar subqueries, so that every plan finds the row by its key. A join may read a small table as a whole.
 */

const session = (condition = '') => `
   session AS (
     UPDATE chat_sessions s SET next_position = next_position + 1 FROM replies r
     WHERE r.id = $1 AND r.error_code = 'server_lost' AND s.id = r.chat_session_id AND s.id = (SELECT chat_session_id FROM replies WHERE id = $1)
       AND coalesce(s.deleted_at, 'infinity') = 'infinity' ${condition}
     RETURNING s.id, r.id AS reply_id, r.message_id, r.position, r.tier, r.continues, r.continues_at, r.character_id, r.speaker
   )`

const writerValues = '$4::text, $5::text, $6::text, $7::boolean, $10::integer, $8::integer, $9::integer'
const setWriter = `(${writerColumns}) = ROW (${writerValues})`

const longer = (answer: string) => `length(${answer}.content) < length($2) AND ${answer}.edited_at IS NULL`

const rescueReply = statement<{ message_id: string }>(
  'chat_rescue_reply',
  `WITH ${session()}, kept AS (
     INSERT INTO chat_messages (id, chat_session_id, position, content, ruby_cost, state, tier, character_id, speaker, ${writerColumns})
     SELECT message_id, id, position, $2, 0, $3, tier, character_id, speaker, ${writerValues} FROM session
     ON CONFLICT (id) DO UPDATE SET content = excluded.content, state = excluded.state, ${setWriter}
       WHERE ${longer('chat_messages')} AND coalesce(chat_messages.answer_id, chat_messages.id) = chat_messages.id
     RETURNING id
   ), alternate AS (
     UPDATE chat_message_alternates a SET content = $2, state = $3, ${setWriter} WHERE a.id = (SELECT message_id FROM session) AND ${longer('a')}
     RETURNING a.message_id
   )
   SELECT id AS message_id FROM kept UNION SELECT message_id FROM alternate`
)

/** Adds an answer without selecting it, because the user may have selected another answer since. */
const rescueReroll = statement<{ message_id: string }>(
  'chat_rescue_reroll',
  `WITH ${session()}, first AS (
     INSERT INTO chat_message_alternates (id, message_id, position, content, ruby_cost, state, tier, is_cut, created_at, edited_at,
       ${writerColumns})
     SELECT m.id, m.id, m.position, m.content, m.ruby_cost, m.state, m.tier, m.is_cut, m.created_at, m.edited_at,
       ${writerColumnsOf('m')}
     FROM chat_messages m WHERE m.id = (SELECT message_id FROM session) AND m.answer_id IS NULL
   ), marked AS (
     UPDATE chat_messages m SET answer_id = m.id WHERE m.id = (SELECT message_id FROM session) AND m.answer_id IS NULL
   )
   INSERT INTO chat_message_alternates AS a (id, message_id, position, content, ruby_cost, state, tier, is_cut, ${writerColumns})
   SELECT reply_id, message_id, position, $2, 0, $3, tier, false, ${writerValues} FROM session
   ON CONFLICT (id) DO UPDATE SET content = excluded.content, state = excluded.state, ${setWriter} WHERE ${longer('a')}
   RETURNING a.message_id`
)

const addNames = `model_name = chat_add_name(model_name, $4), model_id = chat_add_name(model_id, $5), provider = chat_add_name(provider, $6),
  is_fallback = is_fallback OR $7, input_tokens = input_tokens + $8, output_tokens = output_tokens + $9`

/** Completes the continuation, unless the session has changed since. */
const rescueContinuation = statement<{ message_id: string }>(
  'chat_rescue_continuation',
  `WITH ${session('AND s.next_position = r.position')}, alternate AS (
     UPDATE chat_message_alternates a SET content = LEFT(a.content, session.continues_at) || $2, state = $3, ${addNames}
     FROM session WHERE a.id = (SELECT continues FROM session)
   )
   UPDATE chat_messages m SET content = LEFT(m.content, session.continues_at) || $2, state = $3, ${addNames}
   FROM session WHERE m.id = (SELECT message_id FROM session)
   RETURNING m.id AS message_id`
)

const rescueLine = statement<{ reply_id: string }>(
  'chat_rescue_line',
  `INSERT INTO chat_drafts AS d (chat_session_id, reply_id, text)
   SELECT chat_session_id, id, $2 FROM replies WHERE id = $1 AND error_code = 'server_lost'
   ON CONFLICT (chat_session_id) DO UPDATE SET text = excluded.text
     WHERE d.reply_id = excluded.reply_id AND length(d.text) < length(excluded.text)
   RETURNING reply_id`
)

/** Saves the full text of a line for the user, unless a newer line has replaced it. */
export const rescueDraft = (client: Parameters<typeof rescueLine>[0], { replyId, text }: EndInput) =>
  rescueLine(client, [replyId, text])

type MessageKind = Exclude<ReplyKind, 'impersonate'>

const rescues: Record<MessageKind, typeof rescueReply> = {
  reply: rescueReply,
  reroll: rescueReroll,
  continue: rescueContinuation,
}

/** Saves the full text of a message. Returns null if there was nothing to add, or the message has changed since. */
export const rescueText = async (
  client: Parameters<typeof rescueReply>[0],
  { replyId, kind, text, writer, tokens, firstTextMs, ...ending }: Omit<EndInput, 'kind'> & { kind: MessageKind }
): Promise<Message | null> => {
  const values = [
    replyId,
    text,
    storedStateOf(ending),
    writer?.name ?? null,
    writer?.id ?? null,
    writer?.provider ?? null,
    writer?.isFallback ?? false,
    tokens?.input ?? null,
    tokens?.output ?? null,
    // A continuation leaves the time of the first part.
    ...(kind === 'continue' ? [] : [firstTextMs]),
  ]
  const [row] = await rescues[kind](client, values)
  return row ? readMessage(client, row.message_id) : null
}
