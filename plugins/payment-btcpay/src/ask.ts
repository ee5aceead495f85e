import { readBytes, readText } from '../../contract/body.ts'
import { asProviderError, ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { jsonEvent } from '../../contract/json_event.ts'
import type { Transport, TransportRequest } from '../../contract/transport.ts'

const bytesMax = 1_000_000
const errorBytesMax = 64 * 1024

/** Sends one call. Returns the JSON object of the response, or null for an unknown invoice. */
export async function ask(
  transport: Transport,
  request: TransportRequest,
  signal: AbortSignal
): Promise<Record<string, unknown> | null> {
  const canceled = () => new ProviderError('cut_off', 'The caller canceled the call.')
  if (signal.aborted) throw canceled()
  try {
    const { status, headers, body } = await transport(request, signal)
    if (status === 200) return jsonEvent<Record<string, unknown>>((await readBytes(body, bytesMax, headers)).toString())
    const code = codeIn(await readText(body, errorBytesMax))
    // The status alone isn't enough, because a wrong base URL also answers 404.
    if (status === 404 && code === 'invoice-not-found') return null
    throw failureOfStatus(status, headers, { kind: code })
  } catch (error) {
    // The body of a canceled call may look complete.
    throw signal.aborted ? canceled() : asProviderError(error)
  }
}

/** Returns the code of an error, such as `{"code": "missing-permission", "message": "…"}`. */
function codeIn(text: string): string {
  try {
    const code: unknown = JSON.parse(text)?.code
    return typeof code === 'string' ? code : ''
  } catch {
    return ''
  }
}
