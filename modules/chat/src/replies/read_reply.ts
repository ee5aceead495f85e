import { statement } from '#modules/kernel/sql'
import type { Message } from '../../api.ts'
import { fromJson, type MessageJson } from './message_row.ts'

interface ReplyRow {
  id: string
  chat_session_id: string
  user_message_id: string
  message_id: string
  kind: 'reply' | 'reroll'
  state: 'running' | 'written' | 'stopped' | 'broken_off' | 'failed'
  error_code: string | null
  owner: string
  owner_alive: boolean
  message: MessageJson | null
  user_message: MessageJson
}

export type Reply = Omit<ReplyRow, 'message' | 'user_message'> & { message: Message | null; userMessage: Message }

const read = statement<ReplyRow>(
  'chat_read_reply_1',
  `select r.id, r.chat_session_id, r.user_message_id, r.message_id, r.kind, r.state, r.error_code, r.owner,
     exists (select from reply_owners o where o.id = r.owner and o.lease_until > now()) as owner_alive,
     to_jsonb(answer) as message, to_jsonb(said) as user_message
   from replies r
   join chat_messages said on said.id = r.user_message_id
   left join chat_messages answer on answer.id = r.message_id
   where r.id = $1`
)

/** One reply as the tables have it, with the message it answers and the one it became. */
export const readReply = async (client: Parameters<typeof read>[0], id: string): Promise<Reply | null> => {
  const [row] = await read(client, [id])
  if (!row) return null
  return { ...row, message: row.message && fromJson(row.message), userMessage: fromJson(row.user_message) }
}
