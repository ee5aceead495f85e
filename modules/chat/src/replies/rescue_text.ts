import { statement } from '#modules/kernel/sql'
import type { EndInput } from './end_reply.ts'
import { messageColumns, type MessageRow } from './message_row.ts'

/**
 * Saves the full text of a reply whose owner had been taken for dead and wasn't: what it wrote is not lost, and costs nothing,
 * because the rubies went back when another process closed the reply.
 */
const rescue = statement<MessageRow>(
  'chat_rescue_text_2',
  `with reply as (
     select r.chat_session_id, r.message_id, r.position from replies r
     join chat_sessions s on s.id = r.chat_session_id and s.deleted_at is null
     where r.id = $1 and r.error_code = 'server_lost'
   )
   insert into chat_messages (id, chat_session_id, position, content, ruby_cost, state)
   select message_id, chat_session_id, position, $2, 0, $3 from reply
   on conflict (id) do update set content = excluded.content, state = excluded.state
     where length(chat_messages.content) < length(excluded.content)
   returning ${messageColumns}`
)

export const rescueText = async (
  client: Parameters<typeof rescue>[0],
  { replyId, text, state }: EndInput
): Promise<MessageRow | null> => {
  const messageState = state === 'written' ? 'complete' : state === 'stopped' ? 'stopped' : 'broken_off'
  const [row] = await rescue(client, [replyId, text, messageState])
  return row ?? null
}
