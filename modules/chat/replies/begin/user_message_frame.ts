import { toMessage } from '../run/message_row.ts'
import { replyFrame } from '../run/reply_frames.ts'

interface SavedMessage {
  id: string
  chatSessionId: string
  userId: string
  content: string
  clientMessageId: string | null
  createdAt: Date
}

/** Returns the first frame of a reply to a message: that message, and the id that the answer will have. */
export const userMessageFrame = (
  { id, chatSessionId, userId, content, clientMessageId, createdAt }: SavedMessage,
  answerId: string
): string =>
  replyFrame({
    type: 'userMessage',
    message: toMessage({
      id,
      chat_session_id: chatSessionId,
      user_id: userId,
      content,
      ruby_cost: 0,
      state: 'complete',
      client_message_id: clientMessageId,
      created_at: createdAt,
      tier: null,
      is_cut: false,
      answer_id: null,
      hidden_at: null,
      edited_at: null,
      speaker: null,
      character_id: null,
      model_name: null,
      model_id: null,
      is_fallback: false,
    }),
    answerId,
  })
