import { ProviderError } from '../../contract/errors.ts'
import type { Transport, TransportResponse } from '../../contract/transport.ts'
import type Stripe from 'stripe'

type Client = Stripe.HttpClient
type Answer = Awaited<ReturnType<Client['makeRequest']>>
type SentHeaders = Parameters<Client['makeRequest']>[4]

/** A session with everything in it is about 10 kB. */
const bodyBytesMax = 1024 * 1024

/**
 * The SDK's way out, for one call: through our transport and with its signal. The SDK's own client knows no signal, reads answers
 * of any length, and asks a second time when a connection breaks, whatever it was told about retries.
 */
export class TransportClient implements Client {
  /** What the upstream answered; null while it has not. */
  answered: { status: number; headers: Record<string, string> } | null = null
  /** Why there is no answer, more exactly than the SDK tells. */
  failure: ProviderError | null = null
  readonly #transport: Transport
  readonly #signal: AbortSignal

  constructor(transport: Transport, signal: AbortSignal) {
    this.#transport = transport
    this.#signal = signal
  }

  getClientName(): string {
    return 'transport'
  }

  async makeRequest(...sent: Parameters<Client['makeRequest']>): Promise<Answer> {
    const [host, port, path, method, headers, body, protocol, timeoutMs] = sent
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([this.#signal, deadline])
    const watched = async <T>(work: Promise<T>): Promise<T> => {
      try {
        const result = await work
        // A body that was being read ends quietly when the signal fires.
        if (!signal.aborted) return result
      } catch (error) {
        if (!signal.aborted) throw this.#failed(error)
      }
      throw this.#failed(
        this.#signal.aborted
          ? new ProviderError('cut_off', 'The caller hung up.')
          : new ProviderError('timeout', `The payment provider did not answer within ${timeoutMs} ms.`)
      )
    }
    const response = await watched(
      this.#transport(
        {
          method: method === 'GET' ? 'GET' : 'POST',
          url: `${protocol}://${host}:${port}${path}`,
          headers: plain(headers),
          ...(method === 'GET' ? {} : { body }),
        },
        signal
      )
    )
    this.answered = { status: response.status, headers: response.headers }
    return answerOf(response, () => watched(readObject(response)))
  }

  #failed(error: unknown): unknown {
    if (error instanceof ProviderError) this.failure = error
    return error
  }
}

/** Names in lower case, and no length: the transport counts for itself. */
function plain(headers: SentHeaders): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && value !== null) result[name.toLowerCase()] = String(value)
  }
  delete result['content-length']
  return result
}

function answerOf({ status, headers }: TransportResponse, toJSON: () => Promise<object>): Answer {
  // The SDK prints this one.
  const { 'stripe-notice': _, ...rest } = headers
  return {
    getStatusCode: () => status,
    getHeaders: () => rest,
    getRawResponse: () => ({ statusCode: status }),
    toStream: () => null,
    toJSON,
  }
}

/** The object that the body is. What is none would take the SDK down outside of any promise. */
async function readObject(response: TransportResponse): Promise<object> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw unreadable()
  }
  let value: unknown
  try {
    value = JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    // Without its cause: a SyntaxError quotes the text.
    throw unreadable()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable()
  return value
}

/** Not a ProviderError: beside a status that is no success, the status says more. */
const unreadable = () => new Error('The answer is no JSON object.')
