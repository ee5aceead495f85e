import { readBytes } from '../../contract/body.ts'
import { ProviderError } from '../../contract/errors.ts'
import type { Transport } from '../../contract/transport.ts'

/** The size limit of a response. A session with everything expanded has about 10 kB. */
const bodyBytesMax = 1024 * 1024

/**
 * The `fetch` of the SDK's HTTP client for one call. It uses the contract's transport, so that the caller can abort the call and a large
 * body is refused. It stores the outcome, because the SDK's errors contain less and quote the request.
 */
export class TransportFetch {
  /** The status and headers of the upstream's answer. Null until they arrive. */
  answered: { status: number; headers: Record<string, string> } | null = null
  /** The failure of a call without a complete answer. */
  failure: ProviderError | null = null
  readonly #transport: Transport
  readonly #signal: AbortSignal
  readonly #timeoutMs: number

  constructor(transport: Transport, signal: AbortSignal, timeoutMs: number) {
    this.#transport = transport
    this.#signal = signal
    this.#timeoutMs = timeoutMs
  }

  /** Sends the SDK's request. `init.signal` is the SDK's deadline. The body is read here, so that both signals cover it. */
  readonly fetch: typeof globalThis.fetch = async (url, init = {}) => {
    const signal = AbortSignal.any([this.#signal, init.signal!])
    try {
      const response = await this.#call(String(url), init, signal)
      if (!signal.aborted) return response
    } catch (error) {
      if (!signal.aborted) {
        // An error status explains more than a broken error body.
        if (error instanceof ProviderError && (this.answered?.status ?? 200) < 300) this.failure = error
        throw error
      }
    }
    this.failure = this.#signal.aborted
      ? new ProviderError('cut_off', 'The caller canceled the call.')
      : new ProviderError('timeout', `Stripe did not answer within ${this.#timeoutMs} ms.`)
    throw this.failure
  }

  async #call(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    const headers = Object.fromEntries(new Headers(init.headers))
    // The transport sets this header.
    delete headers['content-length']
    const isGet = init.method === 'GET'
    const request = {
      method: isGet ? 'GET' : 'POST',
      url,
      headers,
      ...(isGet ? {} : { body: String(init.body) }),
    } as const
    const { status, headers: received, body } = await this.#transport(request, signal)
    this.answered = { status, headers: received }
    const bytes = await readBytes(body, bodyBytesMax, received)
    // Other JSON values would crash the SDK outside of any promise.
    if (!isObject(JSON.parse(bytes.toString()))) throw new Error('The answer is not a JSON object.')
    // Drops this header, because the SDK would print it.
    const { 'stripe-notice': _, ...rest } = received
    return new Response(bytes, { status, headers: rest })
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
