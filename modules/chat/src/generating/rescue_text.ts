import { statement } from '#modules/kernel/sql'
import type { Message, ReplyKind } from '../../api.ts'
import { readMessage } from './read_message.ts'
import type { EndInput } from './end_reply.ts'

/*
 * Saves the full text of a reply that another process swept while its owner was still alive. It is free, because the sweep released
 * the rubies. Each statement advances the session's next position, as every change of a message does, so that no reply begins on the
 * earlier text. None overwrites an edited text.
 */

const session = (condition = '') => `
   session as (
     update chat_sessions s set next_position = next_position + 1 from replies r
     where r.id = $1 and r.error_code = 'server_lost' and s.id = r.chat_session_id and s.deleted_at is null ${condition}
     returning s.id, r.id as reply_id, r.message_id, r.position, r.tier, r.continues, r.continues_at
   )`

const longer = (answer: string) => `length(${answer}.content) < length($2) and ${answer}.edited_at is null`

const rescueReply = statement<{ message_id: string }>(
  'chat_rescue_reply_1',
  `with ${session()}, kept as (
     insert into chat_messages (id, chat_session_id, position, content, ruby_cost, state, tier)
     select message_id, id, position, $2, 0, $3, tier from session
     on conflict (id) do update set content = excluded.content, state = excluded.state
       where ${longer('chat_messages')} and coalesce(chat_messages.answer_id, chat_messages.id) = chat_messages.id
     returning id
   ), alternate as (
     update chat_message_alternates a set content = $2, state = $3 from session where a.id = session.message_id and ${longer('a')}
     returning a.message_id
   )
   select id as message_id from kept union select message_id from alternate`
)

/** Adds an answer without selecting it, because the user may have selected another one since. */
const rescueReroll = statement<{ message_id: string }>(
  'chat_rescue_reroll_1',
  `with ${session()}, first as (
     insert into chat_message_alternates (id, message_id, position, content, ruby_cost, state, tier, is_cut, created_at, edited_at)
     select m.id, m.id, m.position, m.content, m.ruby_cost, m.state, m.tier, m.is_cut, m.created_at, m.edited_at
     from chat_messages m join session on m.id = session.message_id where m.answer_id is null
   ), marked as (
     update chat_messages m set answer_id = m.id from session where m.id = session.message_id and m.answer_id is null
   )
   insert into chat_message_alternates as a (id, message_id, position, content, ruby_cost, state, tier, is_cut)
   select reply_id, message_id, position, $2, 0, $3, tier, false from session
   on conflict (id) do update set content = excluded.content, state = excluded.state where ${longer('a')}
   returning a.message_id`
)

/** Only if the session hasn't changed since. */
const rescueContinuation = statement<{ message_id: string }>(
  'chat_rescue_continuation_1',
  `with ${session('and s.next_position = r.position')}, alternate as (
     update chat_message_alternates a set content = left(a.content, session.continues_at) || $2, state = $3
     from session where a.id = session.continues
   )
   update chat_messages m set content = left(m.content, session.continues_at) || $2, state = $3
   from session where m.id = session.message_id
   returning m.id as message_id`
)

const rescues: Record<ReplyKind, typeof rescueReply> = {
  reply: rescueReply,
  reroll: rescueReroll,
  continue: rescueContinuation,
}

/** Null: there was nothing to add, or the message has changed since. */
export const rescueText = async (
  client: Parameters<typeof rescueReply>[0],
  { replyId, kind, text, state }: EndInput
): Promise<Message | null> => {
  const messageState = state === 'written' ? 'complete' : state === 'stopped' ? 'stopped' : 'broken_off'
  const [row] = await rescues[kind](client, [replyId, text, messageState])
  return row ? readMessage(client, row.message_id) : null
}
