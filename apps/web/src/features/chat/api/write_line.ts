import type { ImpersonateBody } from '#modules/chat/api'
import { send } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'
import { chatPaths, type ChatTarget } from './chat_paths.ts'
import { NoResponseBody } from './no_response_body.ts'

/** Asks a model for the user's next message and returns its stream. `clientMessageId` is the idempotency key. */
export async function writeLine(
  place: ChatTarget,
  body: Required<Omit<ImpersonateBody, 'zone'>>,
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array>> {
  const response = await send('POST', chatPaths(place).impersonate, { body: { ...body, zone: readerZone }, signal })
  if (!response.body) throw new NoResponseBody()
  return response.body
}
