import type { Outbound } from '#modules/kernel/outbound/outbound'
import { ProviderError } from '#plugins/contract/errors'
import type { Transport } from '#plugins/contract/transport'

export const refusedMessage =
  'This address is private. The operator can allow its host with OUTBOUND_PRIVATE, and its port with OUTBOUND_PORTS.'

/** Sends the requests of providers to addresses that admins gave. */
export const outboundTransport =
  (outbound: Outbound): Transport =>
  async ({ method, url, headers, body, bytes }, signal) => {
    const sent = { method, url, headers, ...((bytes ?? body) !== undefined && { body: bytes ?? body! }) }
    const answer = await outbound.stream(sent, signal).catch(() => {
      throw new ProviderError(signal.aborted ? 'cut_off' : 'unavailable', 'The provider could not be reached.')
    })
    if (!answer.ok) throw new ProviderError('misconfigured', refusedMessage)
    const { status, body: stream } = answer.value
    const flat = Object.fromEntries(
      Object.entries(answer.value.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : value!,
      ])
    )
    return { status, headers: flat, body: received(stream) }
  }

async function* received(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  try {
    yield* stream
  } catch {
    // Node's error may quote the address.
    throw new ProviderError('cut_off', 'The connection broke off.')
  }
}
