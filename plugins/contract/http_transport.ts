import http from 'node:http'
import https from 'node:https'
import { ProviderError } from './errors.ts'
import type { Transport, TransportRequest, TransportResponse } from './transport.ts'

const keepAlive = { keepAlive: true, maxSockets: Infinity, maxFreeSockets: 1024 }
const httpAgent = new http.Agent(keepAlive)
const httpsAgent = new https.Agent(keepAlive)

/** Above this many unread chunks the socket is paused, so that a slow reader costs the upstream's patience, not our memory. */
const unreadChunksMax = 64

/**
 * The transport for real upstreams: node:http or node:https with connections kept alive.
 * It follows no redirect, knows no proxy and sets no deadline: that is what the signal is for.
 */
export const httpTransport: Transport = async (request, signal) => {
  try {
    return await send(request, signal)
  } catch (error) {
    // A kept-alive connection that the upstream closed while our request was on its way: nothing was answered and nothing
    // was begun, so a fresh connection is the same call, not a second one (RFC 9112, 9.3.1).
    if (error instanceof StaleConnection && !signal.aborted) return await send(request, signal, true)
    throw error
  }
}

class StaleConnection extends ProviderError {}

function send(request: TransportRequest, signal: AbortSignal, fresh = false): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(hungUp())
    const secure = request.url.startsWith('https:')
    const headers: Record<string, string | number> = { ...request.headers }
    if (request.body !== undefined) headers['content-length'] = Buffer.byteLength(request.body)

    let call: http.ClientRequest
    try {
      // Fresh is outside the pool: the other kept connections may be as stale.
      const agent = fresh ? false : secure ? httpsAgent : httpAgent
      call = (secure ? https : http).request(request.url, { method: request.method, agent, headers })
    } catch {
      // Without its cause: node's message may quote the address or a header.
      return reject(
        new ProviderError('misconfigured', 'The provider can not be called: its address or its key is malformed.')
      )
    }

    const abort = () => {
      reject(hungUp())
      call.destroy()
    }
    signal.addEventListener('abort', abort, { once: true })
    call.setNoDelay(true)
    call.on('response', (response) => {
      signal.removeEventListener('abort', abort)
      resolve({
        status: response.statusCode ?? 0,
        headers: flat(response.headers),
        body: new Body(call, response, signal),
      })
    })
    call.on('error', (cause: NodeJS.ErrnoException) => {
      signal.removeEventListener('abort', abort)
      if (call.reusedSocket && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE')) {
        return reject(new StaleConnection('unavailable', 'The provider closed a kept connection.', { cause }))
      }
      reject(
        new ProviderError('unavailable', `The provider could not be reached (${cause.code ?? 'connection failed'}).`, {
          cause,
        })
      )
    })
    call.end(request.body)
  })
}

const hungUp = () => new ProviderError('cut_off', 'The caller hung up.')

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

/** A response's bytes. By hand rather than through the stream's own iterator, which costs several times as much per chunk. */
class Body implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #call: http.ClientRequest
  readonly #response: http.IncomingMessage
  readonly #signal: AbortSignal
  #unread: Uint8Array[] = []
  #reader: { resolve: (step: Step) => void; reject: (error: ProviderError) => void } | null = null
  #ended = false
  #error: ProviderError | null = null

  constructor(call: http.ClientRequest, response: http.IncomingMessage, signal: AbortSignal) {
    this.#call = call
    this.#response = response
    this.#signal = signal
    response.on('data', (chunk: Uint8Array) => this.#take(chunk))
    response.on('end', () => this.#end(null))
    // 'close' without 'end' is a broken connection; the 'error' before it says the same with less certainty.
    response.on('error', () => {})
    response.on('close', () => {
      if (!this.#ended) this.#end(new ProviderError('cut_off', 'The connection to the provider broke off.'))
    })
    signal.addEventListener('abort', this.#hangUp, { once: true })
    if (signal.aborted) this.#hangUp()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<Step> {
    const chunk = this.#unread.shift()
    if (chunk !== undefined) {
      if (this.#unread.length === 0 && this.#response.isPaused()) this.#response.resume()
      return Promise.resolve({ done: false, value: chunk })
    }
    if (this.#error) {
      const error = this.#error
      this.#error = null
      return Promise.reject(error)
    }
    if (this.#ended) return Promise.resolve(done)
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject }
    })
  }

  /** Hangs up; unless everything has arrived already, then the connection is kept for the next call. */
  return(): Promise<Step> {
    if (this.#response.complete && !this.#ended) {
      this.#end(null)
      this.#response.resume()
    } else this.#hangUp()
    this.#unread = []
    return Promise.resolve(done)
  }

  #take(chunk: Uint8Array): void {
    if (this.#ended) return
    const reader = this.#reader
    if (reader) {
      this.#reader = null
      return reader.resolve({ done: false, value: chunk })
    }
    this.#unread.push(chunk)
    if (this.#unread.length >= unreadChunksMax) this.#response.pause()
  }

  #hangUp = (): void => {
    if (this.#ended) return
    this.#unread = []
    this.#end(null)
    this.#call.destroy()
  }

  #end(error: ProviderError | null): void {
    if (this.#ended) return
    this.#ended = true
    this.#signal.removeEventListener('abort', this.#hangUp)
    const reader = this.#reader
    this.#reader = null
    if (!reader) this.#error = error
    else if (error) reader.reject(error)
    else reader.resolve(done)
  }
}
