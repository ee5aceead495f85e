import { readBytes, readText } from '../../contract/body.ts'
import { asProviderError, ProviderError } from '../../contract/errors.ts'
import { failureOfStatus } from '../../contract/http_failure.ts'
import { jsonEvent } from '../../contract/json_event.ts'
import type { Transport, TransportRequest } from '../../contract/transport.ts'

/** An answer is read this far, and an error too. */
const bytesMax = 1_000_000
const errorBytesMax = 64 * 1024

/** One call: the object that was answered, or null where the vendor says that it knows no such checkout. */
export async function ask(
  transport: Transport,
  request: TransportRequest,
  signal: AbortSignal
): Promise<Record<string, unknown> | null> {
  const hungUp = () => new ProviderError('cut_off', 'The caller hung up.')
  if (signal.aborted) throw hungUp()
  try {
    const { status, headers, body } = await transport(request, signal)
    if (status === 200) return jsonEvent<Record<string, unknown>>((await readBytes(body, bytesMax, headers)).toString())
    const code = codeIn(await readText(body, errorBytesMax))
    // Not any 404: a wrong address answers so too, and its order must not be taken for one that is gone.
    if (status === 404 && code === 'no_such_checkout') return null
    throw failureOfStatus(status, headers, { kind: code })
  } catch (error) {
    // A body that was hung up on may have ended as if it were whole.
    throw signal.aborted ? hungUp() : asProviderError(error)
  }
}

function codeIn(text: string): string {
  try {
    const code: unknown = JSON.parse(text)?.error?.code
    return typeof code === 'string' ? code : ''
  } catch {
    return ''
  }
}
