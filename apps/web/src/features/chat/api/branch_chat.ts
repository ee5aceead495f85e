import { paths, type ChatSession } from '#modules/chat/api'
import { sendJson } from '#web/lib/api_client'

/** Copies the chat up to a message. */
export const branchChat = (sessionId: string, messageId: string) =>
  sendJson<ChatSession>('POST', paths.branches(sessionId), { messageId })
