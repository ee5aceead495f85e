import { paths } from '#modules/chat/api'
import { send, sendJson } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'
import { NoResponseBody } from './no_response_body.ts'

/** Lets the characters of a group talk for some turns, and returns the stream of the first reply. */
export async function startTalk(
  groupId: string,
  body: { turns: number; model: string; clientMessageId: string },
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array>> {
  const response = await send('POST', paths.groupTalk(groupId), { body: { ...body, zone: readerZone }, signal })
  if (!response.body) throw new NoResponseBody()
  return response.body
}

/** Ends a talk after the running turn. */
export const endTalk = (groupId: string) => sendJson<{ message: string }>('DELETE', paths.groupTalk(groupId))
