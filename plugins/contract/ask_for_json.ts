import { readBytes, readText } from './body.ts'
import { ProviderError } from './errors.ts'
import { EventParser } from './event_parser.ts'
import { eventValues } from './event_values.ts'
import type { Transport, TransportRequest } from './transport.ts'

export interface JsonCall {
  call: TransportRequest
  /** The size limit of the response. Above it, the connection is closed. */
  bytesMax: number
  /** Returns the error for a status outside 2xx. `text` is the first 64 KiB of the body. */
  failureOfStatus: (status: number, headers: Record<string, string>, text: string) => ProviderError
}

/**
 * Sends one call and returns the JSON object of the response, or the last one of a stream. Throws `invalid_response` for any other body under
 * 2xx. Omits the cause, because a SyntaxError quotes the text.
 */
export async function askForJson<Fields extends object>(
  transport: Transport,
  { call, bytesMax, failureOfStatus }: JsonCall,
  signal: AbortSignal
): Promise<Partial<Fields>> {
  const { status, headers, body } = await transport(call, signal)
  if (status < 200 || status > 299) throw failureOfStatus(status, headers, await readText(body, 64 * 1024))
  const parser = new EventParser({ lineBytesMax: bytesMax })
  const events = [...parser.push(await readBytes(body, bytesMax, headers)), ...parser.end()]
  const objects = events
    .flatMap(eventValues)
    .filter((value) => typeof value === 'object' && Object.keys(value).length > 0)
  const found = objects.at(-1)
  if (typeof found === 'object') return found as Partial<Fields>
  throw new ProviderError('invalid_response', 'The provider sent a response that is not a JSON object.')
}

/** Sends one call and returns the JSON of its response, of any kind: also a list, or an empty object. Throws as `askForJson` does. */
export async function askForValue(
  transport: Transport,
  { call, bytesMax, failureOfStatus }: JsonCall,
  signal: AbortSignal
): Promise<unknown> {
  const { status, headers, body } = await transport(call, signal)
  if (status < 200 || status > 299) throw failureOfStatus(status, headers, await readText(body, 64 * 1024))
  const bytes = await readBytes(body, bytesMax, headers)
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new ProviderError('invalid_response', 'The provider sent a response that is not JSON.')
  }
}
