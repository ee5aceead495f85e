import type { IncomingMessage } from 'node:http'
import { fail, ok, type Result } from '#modules/kernel/result'
import { recordingBytesMax } from '#plugins/contract/voice'

/** Clients read a refusal only after they have sent their body, so more than the limit is read, and dropped. */
const readMax = 2 * recordingBytesMax

/** Reads a recording into memory. Never stored. `gone`: the client disconnected. */
export const receiveRecording = async (
  request: IncomingMessage
): Promise<Result<Buffer, { kind: 'too_large' | 'gone' }>> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    // Leaving the loop must not close the connection, because it still carries the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength
      if (bytes <= recordingBytesMax) chunks.push(chunk)
      else chunks.length = 0
      if (bytes > readMax) break
    }
  } catch (error) {
    if (request.destroyed || request.errored) return fail({ kind: 'gone' })
    throw error
  }
  return bytes > recordingBytesMax ? fail({ kind: 'too_large' }) : ok(Buffer.concat(chunks, bytes))
}
