import { type SendMessageBody } from '#modules/chat/api'
import { send } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'
import { chatPaths, type ChatTarget } from './chat_paths.ts'
import { NoResponseBody } from './no_response_body.ts'

/** Sends a message and returns the stream of its reply. `clientMessageId` is the idempotency key. */
export async function sendMessage(
  place: ChatTarget,
  body: Required<Omit<SendMessageBody, 'zone'>> & { speakerId?: string },
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array>> {
  const response = await send('POST', chatPaths(place).stream, { body: { ...body, zone: readerZone }, signal })
  if (!response.body) throw new NoResponseBody()
  return response.body
}
