import type { Message } from '#modules/chat/api'
import { sendJson } from '#web/lib/api_client'
import { chatPaths, type ChatTarget } from './chat_paths.ts'

/** Stops the reply that is being written. The text so far is kept, and its stream ends. */
export const stopReply = (place: ChatTarget, sessionId: string) =>
  sendJson<{ message: Message | null }>('POST', chatPaths(place).stop, { sessionId })
