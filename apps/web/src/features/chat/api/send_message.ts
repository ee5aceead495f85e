import { paths, type SendMessageBody } from '#modules/chat/api'
import { send } from '#web/lib/api_client'
import { NoResponseBody } from './no_response_body.ts'

/** Sends a message and returns the stream of its reply. `clientMessageId` is the idempotency key. */
export async function sendMessage(
  characterId: string,
  body: Required<SendMessageBody>,
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array>> {
  const response = await send('POST', paths.stream(characterId), { body, signal })
  if (!response.body) throw new NoResponseBody()
  return response.body
}
