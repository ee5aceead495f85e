import { paths } from '#modules/chat/api'
import { send } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'
import { NoResponseBody } from './no_response_body.ts'

/** Starts a character's reply without a user message in a group, and returns its stream. `clientMessageId` is the idempotency key. */
export async function takeTurn(
  groupId: string,
  body: { speakerId: string | null; model: string; clientMessageId: string },
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array>> {
  const response = await send('POST', paths.groupStream(groupId), { body: { ...body, zone: readerZone }, signal })
  if (!response.body) throw new NoResponseBody()
  return response.body
}
