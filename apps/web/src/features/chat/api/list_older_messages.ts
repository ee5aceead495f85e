import { paths, type ChatData } from '#modules/chat/api'
import { getJson } from '#web/lib/api_client'

/** The page of messages before one of them, oldest first; empty at the start of the session. */
export function listOlderMessages(characterId: string, sessionId: string, beforeId: string): Promise<ChatData> {
  const query = new URLSearchParams({ session: sessionId, before: beforeId })
  return getJson(`${paths.chat(characterId)}?${query}`)
}
