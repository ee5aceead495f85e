import { statement } from '#modules/kernel/sql'
import type { Message, ReplyKind, ReplyState } from '../../api.ts'
import { alternatesOf, fromJson, type MessageJson } from './message_row.ts'

interface ReplyRow {
  id: string
  message_id: string
  kind: ReplyKind
  state: ReplyState
  error_code: string | null
  owner_alive: boolean
  message: MessageJson | null
  alternates: MessageJson['alternates']
  user_message: MessageJson
  text: string | null
}

export type Reply = Omit<ReplyRow, 'message' | 'alternates' | 'user_message' | 'text'> & {
  /** The message it wrote or changed, in its present form. Null while the reply runs, and without any text. */
  message: Message | null
  /** The text that this reply wrote, as far as it still exists. */
  text: string
  userMessage: Message
}

const read = statement<ReplyRow>(
  'chat_read_reply_3',
  `select r.id, r.message_id, r.kind, r.state, r.error_code,
     exists (select from reply_owners o where o.id = r.owner and o.lease_until > now()) as owner_alive,
     to_jsonb(answer) as message, ${alternatesOf('answer')}, to_jsonb(user_message) as user_message,
     case r.kind
       when 'continue' then substr(
         coalesce((select content from chat_message_alternates where id = r.continues), answer.content), r.continues_at + 1)
       else coalesce((
         select content from chat_message_alternates where id = case r.kind when 'reply' then r.message_id else r.id end
       ), answer.content)
     end as text
   from replies r
   join chat_messages user_message on user_message.id = r.user_message_id
   left join chat_messages answer on answer.id = r.message_id
   where r.id = $1`
)

/** Reads a reply with the user's message and the message that it wrote or changed. */
export const readReply = async (client: Parameters<typeof read>[0], id: string): Promise<Reply | null> => {
  const [row] = await read(client, [id])
  if (!row) return null
  const { message, alternates, user_message, text, ...reply } = row
  const hasWritten = reply.kind === 'reply' ? message !== null : hasLeftText(reply)
  return {
    ...reply,
    message: message && hasWritten ? fromJson({ ...message, alternates }) : null,
    text: hasWritten ? (text ?? '') : '',
    userMessage: fromJson(user_message),
  }
}

/** Whether a reroll or a continuation has written anything: stopped before the first text, it names that as its error. */
const hasLeftText = ({ state, error_code }: Pick<ReplyRow, 'state' | 'error_code'>) =>
  state === 'written' || state === 'broken_off' || (state === 'stopped' && error_code === null)
