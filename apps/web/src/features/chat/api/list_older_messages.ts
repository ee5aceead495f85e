import type { ChatData } from '#modules/chat/api'
import { getJson } from '#web/lib/api_client'
import { chatPaths, type ChatTarget } from './chat_paths.ts'

/** Fetches the page of messages before a message, oldest first; empty at the start of the session. */
export function listOlderMessages(place: ChatTarget, sessionId: string, beforeId: string): Promise<ChatData> {
  const query = new URLSearchParams({ session: sessionId, before: beforeId })
  return getJson(`${chatPaths(place).chat}?${query}`)
}
