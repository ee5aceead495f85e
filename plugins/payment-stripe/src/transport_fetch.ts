import { readBytes } from '../../contract/body.ts'
import { ProviderError } from '../../contract/errors.ts'
import type { Transport } from '../../contract/transport.ts'

/** A session with everything expanded is about 10 kB. */
const bodyBytesMax = 1024 * 1024

/**
 * The `fetch` of the SDK's HTTP client for one call. It goes through the contract's transport, so that the caller can abort the call and
 * a large body is refused. It keeps the outcome, because the SDK's errors say less and quote the request.
 */
export class TransportFetch {
  /** The upstream's answer; null until there is one. */
  answered: { status: number; headers: Record<string, string> } | null = null
  /** Why the call failed without an answer. */
  failure: ProviderError | null = null
  readonly #transport: Transport
  readonly #signal: AbortSignal
  readonly #timeoutMs: number

  constructor(transport: Transport, signal: AbortSignal, timeoutMs: number) {
    this.#transport = transport
    this.#signal = signal
    this.#timeoutMs = timeoutMs
  }

  /** `init.signal` is the SDK's deadline. The body is read here, so that both signals cover it. */
  readonly fetch: typeof globalThis.fetch = async (url, init = {}) => {
    const signal = AbortSignal.any([this.#signal, init.signal!])
    try {
      const response = await this.#call(String(url), init, signal)
      if (!signal.aborted) return response
    } catch (error) {
      if (!signal.aborted) {
        // An error status says more than a broken error body.
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
    // The transport sets it.
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
    // The SDK prints this header.
    const { 'stripe-notice': _, ...rest } = received
    return new Response(bytes, { status, headers: rest })
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
