import http from 'node:http'
import https from 'node:https'
import { decompressed } from './decompressed.ts'
import { ProviderError } from './errors.ts'
import type { Transport, TransportRequest, TransportResponse } from './transport.ts'

const keepAlive = { keepAlive: true, maxSockets: Infinity, maxFreeSockets: 1024 }
const httpAgent = new http.Agent(keepAlive)
const httpsAgent = new https.Agent(keepAlive)

/** The number of unread bytes at which the socket is paused, for backpressure. */
const unreadBytesMax = 64 * 1024

/**
 * The transport for real upstreams, on node:http and node:https with keep-alive. Follows no redirects and uses no proxy. Has no timeout of
 * its own, so callers set one with the signal.
 */
export const httpTransport: Transport = async (request, signal) => {
  try {
    return await send(request, signal)
  } catch (error) {
    // The upstream closed a kept-alive connection while the request was in flight. It processed nothing, so a retry is safe
    // (RFC 9112, 9.3.1).
    if (error instanceof StaleConnection && !signal.aborted) return await send(request, signal, true)
    throw error
  }
}

class StaleConnection extends ProviderError {}

async function send(request: TransportRequest, signal: AbortSignal, fresh = false): Promise<TransportResponse> {
  if (signal.aborted) throw canceled()
  const call = open(request, fresh)
  const response = responseOf(call, signal)
  call.end(request.bytes ?? request.body)
  return response
}

function open({ url, method, headers, socketPath, ...request }: TransportRequest, fresh: boolean): http.ClientRequest {
  const secure = url.startsWith('https:')
  // Bypasses the pool, whose other kept-alive connections may be stale as well.
  const agent = fresh ? false : secure ? httpsAgent : httpAgent
  const body = request.bytes ?? request.body
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  // Compression would delay the first text. Some proxies compress all the same.
  const encoding = { 'accept-encoding': 'identity' }
  try {
    return (secure ? https : http).request(url, {
      method,
      agent,
      headers: { ...encoding, ...headers, ...length },
      ...(socketPath && { socketPath }),
    })
  } catch {
    // Omits the cause, because Node's message may quote the address or a header.
    throw new ProviderError('misconfigured', "The provider can't be called: its address or key is malformed.")
  }
}

/**
 * Resolves with the response. Doesn't receive the request, because the listeners keep their scope in memory while the response streams, and
 * a request may be large.
 */
function responseOf(call: http.ClientRequest, signal: AbortSignal): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(canceled())
      call.destroy()
    }
    signal.addEventListener('abort', abort, { once: true })
    call.setNoDelay(true)
    call.on('response', (response) => {
      signal.removeEventListener('abort', abort)
      const received = flat(response.headers)
      const body = new Body(call, response, signal)
      resolve({ status: response.statusCode ?? 0, headers: received, body: decompressed(body, received) })
    })
    call.on('error', (cause: NodeJS.ErrnoException) => {
      signal.removeEventListener('abort', abort)
      if (call.reusedSocket && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE')) {
        return reject(new StaleConnection('unavailable', 'The provider closed a kept-alive connection.', { cause }))
      }
      reject(
        new ProviderError('unavailable', `The provider could not be reached (${cause.code ?? 'connection failed'}).`, {
          cause,
        })
      )
    })
  })
}

const canceled = () => new ProviderError('cut_off', 'The caller canceled the call.')

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  const result: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) result[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return result
}

type Step = IteratorResult<Uint8Array, undefined>
const done: Step = { done: true, value: undefined }

/**
 * The bytes of a response. Each step returns everything that has arrived, because one read of the socket may contain many HTTP chunks and
 * Node emits an event for each. The stream's own iterator costs several times as much per chunk.
 */
class Body implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #call: http.ClientRequest
  readonly #response: http.IncomingMessage
  readonly #signal: AbortSignal
  #unread: Uint8Array[] = []
  #unreadBytes = 0
  #wake = () => {}
  #ended = false
  #error: ProviderError | null = null

  constructor(call: http.ClientRequest, response: http.IncomingMessage, signal: AbortSignal) {
    this.#call = call
    this.#response = response
    this.#signal = signal
    response.on('data', (chunk: Uint8Array) => this.#take(chunk))
    response.on('end', () => this.#end(null))
    // 'close' without 'end' means a broken connection, and also follows each 'error'.
    response.on('error', () => {})
    response.on('close', () => {
      if (!this.#ended) this.#end(new ProviderError('cut_off', 'The connection to the provider broke off.'))
    })
    signal.addEventListener('abort', this.#close, { once: true })
    if (signal.aborted) this.#close()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<Step> {
    // Continues only after the event handler, when `#take` has received all chunks of the same read.
    if (this.#unread.length === 0 && !this.#ended) await new Promise<void>((resolve) => (this.#wake = resolve))
    if (this.#unread.length > 0) return { done: false, value: this.#takeUnread() }
    const error = this.#error
    this.#error = null
    if (error) throw error
    return done
  }

  /** Closes the connection. If the response is complete, keeps the connection for the next call. */
  return(): Promise<Step> {
    if (this.#response.complete && !this.#ended) {
      this.#end(null)
      this.#response.resume()
    } else this.#close()
    this.#unread = []
    return Promise.resolve(done)
  }

  #take(chunk: Uint8Array): void {
    if (this.#ended) return
    this.#unread.push(chunk)
    this.#unreadBytes += chunk.length
    if (this.#unreadBytes >= unreadBytesMax) this.#response.pause()
    this.#wake()
  }

  #takeUnread(): Uint8Array {
    const bytes = this.#unread.length === 1 ? this.#unread[0]! : Buffer.concat(this.#unread, this.#unreadBytes)
    this.#unread = []
    this.#unreadBytes = 0
    if (this.#response.isPaused()) this.#response.resume()
    return bytes
  }

  #close = (): void => {
    if (this.#ended) return
    this.#unread = []
    this.#end(null)
    this.#call.destroy()
  }

  #end(error: ProviderError | null): void {
    if (this.#ended) return
    this.#ended = true
    this.#error = error
    this.#signal.removeEventListener('abort', this.#close)
    this.#wake()
  }
}
