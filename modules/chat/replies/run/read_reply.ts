import { statement } from '#modules/kernel/sql'
import { isLine, type ChatDraft, type Message, type ReplyKind, type ReplyState } from '../api.ts'
import { hasText } from './endings.ts'
import { alternatesOf, fromJson, type MessageJson } from './message_row.ts'

interface ReplyRow {
  id: string
  message_id: string
  kind: ReplyKind
  state: ReplyState
  error_code: string | null
  /** The process that generates it, or did. */
  owner: string
  owner_alive: boolean
  character_id: string | null
  speaker: string | null
  message: MessageJson | null
  alternates: MessageJson['alternates']
  user_message: MessageJson | null
  text: string | null
}

export type Reply = Omit<ReplyRow, 'message' | 'alternates' | 'user_message' | 'text'> & {
  /** The message that the reply wrote or changed, in its present form. Null while the reply is running, and without any text. */
  message: Message | null
  /** The text that this reply wrote, as far as it still exists. */
  text: string
  /** The user's message. Null for a turn of a group chat without a message. */
  userMessage: Message | null
  /** The line for the user, unless a newer line has replaced it. */
  draft: ChatDraft | null
}

const read = statement<ReplyRow>(
  'chat_read_reply',
  `SELECT r.id, r.message_id, r.kind, r.state, r.error_code, r.owner, r.character_id, r.speaker,
     EXISTS (SELECT FROM reply_owners o WHERE o.id = r.owner AND o.lease_until > now()) AS owner_alive,
     to_jsonb(answer) AS message, ${alternatesOf('answer')}, to_jsonb(user_message) AS user_message,
     CASE
       WHEN r.kind IN ('impersonate', 'suggest') THEN (SELECT text FROM chat_drafts WHERE user_id = $1 AND chat_session_id = r.chat_session_id AND reply_id = r.id)
       WHEN r.kind = 'continue' THEN substr(
         coalesce((SELECT content FROM chat_message_alternates WHERE user_id = $1 AND id = r.continues), answer.content), r.continues_at + 1)
       ELSE coalesce((
         SELECT content FROM chat_message_alternates
         WHERE user_id = $1 AND id = CASE r.kind WHEN 'reply' THEN r.message_id ELSE r.id END
       ), answer.content)
     END AS text
   FROM replies r
   LEFT JOIN LATERAL (SELECT * FROM chat_messages WHERE user_id = $1 AND id = r.user_message_id OFFSET 0) user_message ON true
   LEFT JOIN LATERAL (SELECT * FROM chat_messages WHERE user_id = $1 AND id = r.message_id OFFSET 0) answer ON true
   WHERE r.user_id = $1 AND r.id = $2`
)

/** Reads a reply with the user's message and the message that it wrote or changed. */
export const readReply = async (
  client: Parameters<typeof read>[0],
  userId: string,
  id: string
): Promise<Reply | null> => {
  const [row] = await read(client, [userId, id])
  if (!row) return null
  const { message, alternates, user_message, text, ...reply } = row
  const hasWritten =
    reply.kind === 'reply' ? message !== null : hasText({ state: reply.state, errorCode: reply.error_code })
  return {
    ...reply,
    message: message && hasWritten ? fromJson({ ...message, alternates }) : null,
    text: hasWritten ? (text ?? '') : '',
    userMessage: user_message && fromJson(user_message),
    draft: isLine(reply.kind) && hasWritten && text !== null ? { id, text } : null,
  }
}

/** Reads the tokens of an answer, as its user may know them. */
export const readTokens = statement<{ input: number | null; output: number | null }>(
  'chat_read_tokens',
  'SELECT input_tokens AS input, output_tokens AS output FROM chat_messages WHERE user_id = $1 AND id = $2'
)
