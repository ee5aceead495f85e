import type { ChatData } from '#modules/chat/api'
import { getJson } from '#web/lib/api_client'
import { chatPaths, type ChatTarget } from './chat_paths.ts'

/** Fetches a page of messages around one of them, oldest first. */
export function listMessagesAround(
  place: ChatTarget,
  sessionId: string,
  messageId: string,
  signal?: AbortSignal
): Promise<ChatData> {
  const query = new URLSearchParams({ session: sessionId, around: messageId })
  return getJson(`${chatPaths(place).chat}?${query}`, signal)
}
