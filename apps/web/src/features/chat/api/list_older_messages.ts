import { paths, type ChatData, type Message } from '#modules/chat/api'
import { getJson } from '../../../lib/api_client.ts'

/** The page of messages just before one of them, oldest first; empty at the beginning of the session. */
export async function listOlderMessages(characterId: string, sessionId: string, beforeId: string): Promise<Message[]> {
  const query = new URLSearchParams({ session: sessionId, before: beforeId })
  return (await getJson<ChatData>(`${paths.chat(characterId)}?${query}`)).messages
}
