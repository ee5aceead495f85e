import { send } from '#web/lib/api_client'
import { chatPaths, type ChatTarget } from './chat_paths.ts'
import { NoResponseBody } from './no_response_body.ts'

/** Returns the stream of the reply that is being written; null when no reply is. */
export async function joinReply(
  place: ChatTarget,
  sessionId: string,
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array> | null> {
  const response = await send('GET', `${chatPaths(place).stream}?session=${encodeURIComponent(sessionId)}`, {
    signal,
  })
  if (response.status === 204) return null
  if (!response.body) throw new NoResponseBody()
  return response.body
}
