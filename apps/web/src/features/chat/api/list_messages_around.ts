import { paths, type ChatData } from '#modules/chat/api'
import { getJson } from '#web/lib/api_client'

/** A page of messages around one of them, oldest first. */
export function listMessagesAround(
  characterId: string,
  sessionId: string,
  messageId: string,
  signal?: AbortSignal
): Promise<ChatData> {
  const query = new URLSearchParams({ session: sessionId, around: messageId })
  return getJson(`${paths.chat(characterId)}?${query}`, signal)
}
