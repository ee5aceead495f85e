import { paths, type RerollBody } from '#modules/chat/api'
import { send } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'
import { NoResponseBody } from './no_response_body.ts'

/** Rerolls or continues the last answer and returns its stream. `clientMessageId` is the idempotency key. */
export async function rewriteAnswer(
  kind: 'reroll' | 'continue',
  characterId: string,
  body: Required<Omit<RerollBody, 'zone'>>,
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array>> {
  const path = kind === 'reroll' ? paths.reroll(characterId) : paths.continue(characterId)
  const response = await send('POST', path, { body: { ...body, zone: readerZone }, signal })
  if (!response.body) throw new NoResponseBody()
  return response.body
}
