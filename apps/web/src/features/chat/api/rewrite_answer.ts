import { type RerollBody } from '#modules/chat/api'
import { send } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'
import { chatPaths, type ChatTarget } from './chat_paths.ts'
import { NoResponseBody } from './no_response_body.ts'

/** Rerolls or continues the last answer and returns its stream. `clientMessageId` is the idempotency key. */
export async function rewriteAnswer(
  kind: 'reroll' | 'continue',
  place: ChatTarget,
  body: Required<Omit<RerollBody, 'zone' | 'nudge'>> & Pick<RerollBody, 'nudge'>,
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array>> {
  const response = await send('POST', chatPaths(place)[kind], { body: { ...body, zone: readerZone }, signal })
  if (!response.body) throw new NoResponseBody()
  return response.body
}
