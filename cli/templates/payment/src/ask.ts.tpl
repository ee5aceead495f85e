import { asProviderError, ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import type { Transport, TransportRequest } from '../../contract/transport.ts'

/** An answer is read this far. */
const bytesMax = 1_000_000

/** One call: the object that was answered, or null where the vendor says that it knows no such checkout. */
export async function ask(
  transport: Transport,
  request: TransportRequest,
  signal: AbortSignal
): Promise<Record<string, unknown> | null> {
  try {
    if (signal.aborted) throw new ProviderError('cut_off', 'The caller hung up.')
    const { status, headers, body } = await transport(request, signal)
    const text = await whole(body)
    if (signal.aborted) throw new ProviderError('cut_off', 'The caller hung up.')
    if (status === 200) return objectIn(text)
    // Not any 404: a wrong address answers so too, and its order must not be taken for one that is gone.
    if (status === 404 && codeIn(text) === 'no_such_checkout') return null
    throw failureOfStatus(status, headers, { kind: codeIn(text) })
  } catch (error) {
    throw asProviderError(error)
  }
}

async function whole(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bytesMax) break
  }
  return Buffer.concat(chunks).toString()
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Below. Without its cause: a SyntaxError quotes the text.
  }
  throw new ProviderError('invalid_response', 'The provider sent what can not be read.')
}

function codeIn(text: string): string {
  try {
    const code: unknown = JSON.parse(text)?.error?.code
    return typeof code === 'string' ? code : ''
  } catch {
    return ''
  }
}
