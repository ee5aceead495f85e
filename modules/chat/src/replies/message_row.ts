import type { Message, MessageState } from '../../api.ts'

/** A message as it lies in `chat_messages`. */
export interface MessageRow {
  id: string
  chat_session_id: string
  /** Who wrote it; null: the character. */
  user_id: string | null
  content: string
  ruby_cost: number
  state: MessageState
  client_message_id: string | null
  created_at: Date
}

/** Its columns, for `select` and `returning`. */
export const messageColumns = 'id, chat_session_id, user_id, content, ruby_cost, state, client_message_id, created_at'

/** The same, as PostgreSQL puts it into JSON. */
export type MessageJson = Omit<MessageRow, 'created_at'> & { created_at: string }

export const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  content: row.content,
  isUser: row.user_id !== null,
  createdAt: row.created_at.toISOString(),
  chatSessionId: row.chat_session_id,
  rubyCost: row.ruby_cost,
  state: row.state,
  ...(row.client_message_id ? { clientMessageId: row.client_message_id } : {}),
})

export const fromJson = (row: MessageJson): Message => toMessage({ ...row, created_at: new Date(row.created_at) })
