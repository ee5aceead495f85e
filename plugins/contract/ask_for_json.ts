import { readBytes, readText } from './body.ts'
import type { ProviderError } from './errors.ts'
import { jsonEvent } from './json_event.ts'
import type { Transport, TransportRequest } from './transport.ts'

export interface JsonCall {
  call: TransportRequest
  /** The size limit of the response. Above it, the connection is closed. */
  bytesMax: number
  /** Returns the error for a status outside 2xx. `text` is the first 64 KiB of the body. */
  failureOfStatus: (status: number, headers: Record<string, string>, text: string) => ProviderError
}

/** Sends one call and returns the JSON object of the response. Throws `invalid_response` for any other body under 2xx. */
export async function askForJson<Fields extends object>(
  transport: Transport,
  { call, bytesMax, failureOfStatus }: JsonCall,
  signal: AbortSignal
): Promise<Partial<Fields>> {
  const { status, headers, body } = await transport(call, signal)
  if (status < 200 || status > 299) throw failureOfStatus(status, headers, await readText(body, 64 * 1024))
  return jsonEvent<Fields>((await readBytes(body, bytesMax, headers)).toString())
}
