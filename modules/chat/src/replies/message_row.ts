import type { Message, MessageState } from '../../api.ts'

/** A message as it lies in `chat_messages`. */
export interface MessageRow {
  id: string
  chat_session_id: string
  is_user: boolean
  content: string
  ruby_cost: number
  state: MessageState
  client_message_id: string | null
  created_at: Date
}

export const messageColumns = 'id, chat_session_id, is_user, content, ruby_cost, state, client_message_id, created_at'

export const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  content: row.content,
  isUser: row.is_user,
  createdAt: row.created_at.toISOString(),
  chatSessionId: row.chat_session_id,
  rubyCost: row.ruby_cost,
  state: row.state,
  ...(row.client_message_id ? { clientMessageId: row.client_message_id } : {}),
})
