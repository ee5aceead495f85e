import { paths } from '#modules/chat/api'
import { send } from '#web/lib/api_client'
import { NoResponseBody } from './no_response_body.ts'

/** The stream of the reply that is being written; null when there is none. */
export async function joinReply(
  characterId: string,
  sessionId: string,
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array> | null> {
  const response = await send('GET', `${paths.stream(characterId)}?session=${encodeURIComponent(sessionId)}`, {
    signal,
  })
  if (response.status === 204) return null
  if (!response.body) throw new NoResponseBody()
  return response.body
}
