import { paths, type ChatData } from '#modules/chat/api'
import { getJson } from '../../../lib/api_client.ts'

/** The page of messages with one of them in its middle, oldest first. */
export function listMessagesAround(
  characterId: string,
  sessionId: string,
  messageId: string,
  signal?: AbortSignal
): Promise<ChatData> {
  const query = new URLSearchParams({ session: sessionId, around: messageId })
  return getJson(`${paths.chat(characterId)}?${query}`, signal)
}
