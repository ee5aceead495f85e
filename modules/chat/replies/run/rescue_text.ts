import { namedStatement, statement } from '#modules/kernel/sql'
import type { LineKind, Message, ReplyKind } from '../api.ts'
import { readMessage, writerColumns, writerColumnsOf } from './message_row.ts'
import { writerValuesOf, type EndInput } from './end_reply.ts'
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
     WHERE r.user_id = :user_id AND r.id = :reply_id AND r.error_code = 'server_lost' AND s.user_id = :user_id AND s.id = r.chat_session_id
       AND s.id = (SELECT chat_session_id FROM replies WHERE user_id = :user_id AND id = :reply_id)
       AND coalesce(s.deleted_at, 'infinity') = 'infinity' ${condition}
     RETURNING s.id, r.id AS reply_id, r.message_id, r.position, r.tier, r.continues, r.continues_at, r.character_id, r.speaker
   )`

const continuationInput = {
  user_id: 'uuid',
  reply_id: 'uuid',
  text: 'text',
  state: 'text',
  model_name: 'text',
  model_id: 'text',
  provider: 'text',
  is_fallback: 'boolean',
  input_tokens: 'integer',
  output_tokens: 'integer',
}
/** A continuation leaves the time of the first part. */
const rescueInput = { ...continuationInput, first_text_ms: 'integer' }

const writerValues = ':model_name, :model_id, :provider, :is_fallback, :first_text_ms, :input_tokens, :output_tokens'
const setWriter = `(${writerColumns}) = ROW (${writerValues})`

const longer = (answer: string) => `length(${answer}.content) < length(:text) AND ${answer}.edited_at IS NULL`

type RescuedRow = { message_id: string }

const rescueReply = namedStatement<RescuedRow, keyof typeof rescueInput>(
  'chat_rescue_reply',
  rescueInput,
  `WITH ${session()}, kept AS (
     INSERT INTO chat_messages (user_id, id, chat_session_id, position, content, ruby_cost, state, tier, character_id, speaker,
       ${writerColumns})
     SELECT :user_id, message_id, id, position, :text, 0, :state, tier, character_id, speaker, ${writerValues} FROM session
     ON CONFLICT (user_id, id) DO UPDATE SET content = excluded.content, state = excluded.state, ${setWriter}
       WHERE ${longer('chat_messages')} AND coalesce(chat_messages.answer_id, chat_messages.id) = chat_messages.id
     RETURNING id
   ), alternate AS (
     UPDATE chat_message_alternates a SET content = :text, state = :state, ${setWriter}
     WHERE a.user_id = :user_id AND a.id = (SELECT message_id FROM session) AND ${longer('a')}
     RETURNING a.message_id
   )
   SELECT id AS message_id FROM kept UNION SELECT message_id FROM alternate`
)

/** Adds an answer without selecting it, because the user may have selected another answer since. */
const rescueReroll = namedStatement<RescuedRow, keyof typeof rescueInput>(
  'chat_rescue_reroll',
  rescueInput,
  `WITH ${session()}, first AS (
     INSERT INTO chat_message_alternates (user_id, id, message_id, position, content, ruby_cost, state, tier, is_cut, created_at, edited_at,
       ${writerColumns})
     SELECT m.user_id, m.id, m.id, m.position, m.content, m.ruby_cost, m.state, m.tier, m.is_cut, m.created_at, m.edited_at,
       ${writerColumnsOf('m')}
     FROM chat_messages m WHERE m.user_id = :user_id AND m.id = (SELECT message_id FROM session) AND m.answer_id IS NULL
   ), marked AS (
     UPDATE chat_messages m SET answer_id = m.id
     WHERE m.user_id = :user_id AND m.id = (SELECT message_id FROM session) AND m.answer_id IS NULL
   )
   INSERT INTO chat_message_alternates AS a (user_id, id, message_id, position, content, ruby_cost, state, tier, is_cut, ${writerColumns})
   SELECT :user_id, reply_id, message_id, position, :text, 0, :state, tier, false, ${writerValues} FROM session
   ON CONFLICT (user_id, id) DO UPDATE SET content = excluded.content, state = excluded.state, ${setWriter} WHERE ${longer('a')}
   RETURNING a.message_id`
)

const addNames = `model_name = chat_add_name(model_name, :model_name), model_id = chat_add_name(model_id, :model_id),
       provider = chat_add_name(provider, :provider), is_fallback = is_fallback OR :is_fallback,
       input_tokens = input_tokens + :input_tokens, output_tokens = output_tokens + :output_tokens`

/** Completes the continuation, unless the session has changed since. */
const rescueContinuation = namedStatement<RescuedRow, keyof typeof continuationInput>(
  'chat_rescue_continuation',
  continuationInput,
  `WITH ${session('AND s.next_position = r.position')}, alternate AS (
     UPDATE chat_message_alternates a SET content = LEFT(a.content, session.continues_at) || :text, state = :state, ${addNames}
     FROM session WHERE a.user_id = :user_id AND a.id = (SELECT continues FROM session)
   )
   UPDATE chat_messages m SET content = LEFT(m.content, session.continues_at) || :text, state = :state, ${addNames}
   FROM session WHERE m.user_id = :user_id AND m.id = (SELECT message_id FROM session)
   RETURNING m.id AS message_id`
)

const rescueLine = statement<{ reply_id: string }>(
  'chat_rescue_line',
  `INSERT INTO chat_drafts AS d (user_id, chat_session_id, reply_id, text)
   SELECT user_id, chat_session_id, id, $3 FROM replies WHERE user_id = $1 AND id = $2 AND error_code = 'server_lost'
   ON CONFLICT (user_id, chat_session_id) DO UPDATE SET text = excluded.text
     WHERE d.reply_id = excluded.reply_id AND length(d.text) < length(excluded.text)
   RETURNING reply_id`
)

/** Saves the full text of lines for the user, unless newer ones have replaced it. */
export const rescueDraft = (client: Parameters<typeof rescueLine>[0], { userId, replyId, text }: EndInput) =>
  rescueLine(client, [userId, replyId, text])

type MessageKind = Exclude<ReplyKind, LineKind>

const rescues = { reply: rescueReply, reroll: rescueReroll, continue: rescueContinuation }

/** Saves the full text of a message. Returns null if there was nothing to add, or the message has changed since. */
export const rescueText = async (
  client: Parameters<typeof rescueReply>[0],
  input: Omit<EndInput, 'kind'> & { kind: MessageKind }
): Promise<Message | null> => {
  const [row] = await rescues[input.kind](client, {
    user_id: input.userId,
    reply_id: input.replyId,
    text: input.text,
    state: storedStateOf(input),
    ...writerValuesOf(input),
  })
  return row ? readMessage(client, input.userId, row.message_id) : null
}
