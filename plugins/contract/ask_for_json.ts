import { readBytes, readText } from './body.ts'
import type { ProviderError } from './errors.ts'
import { jsonEvent } from './json_event.ts'
import type { Transport, TransportRequest } from './transport.ts'

export interface JsonQuestion {
  call: TransportRequest
  /** What an answer may weigh; a larger one is hung up on. */
  bytesMax: number
  /** The error for a status that is no 2xx, with the first 64 KiB of its body. */
  failureOfStatus: (status: number, headers: Record<string, string>, text: string) => ProviderError
}

/** Sends one call and gives the JSON object that was answered. Throws `invalid_response` for anything else under 2xx. */
export async function askForJson<Fields extends object>(
  transport: Transport,
  { call, bytesMax, failureOfStatus }: JsonQuestion,
  signal: AbortSignal
): Promise<Partial<Fields>> {
  const { status, headers, body } = await transport(call, signal)
  if (status < 200 || status > 299) throw failureOfStatus(status, headers, await readText(body, 64 * 1024))
  return jsonEvent<Fields>((await readBytes(body, bytesMax, headers)).toString())
}
