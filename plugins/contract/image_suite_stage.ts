import http from 'node:http'
import { ProviderError } from './errors.ts'
import { httpTransport } from './http_transport.ts'
import { aborted, type StageKind } from './model_suite_stage.ts'
import type { Transport, TransportRequest, TransportResponse } from './transport.ts'

/** The upstream's answer to a call, as steps of bytes. `silence` leaves the connection open, `reset` breaks it. */
export interface Answer {
  status?: number
  contentType?: string
  headers?: Record<string, string>
  steps: readonly (string | Uint8Array | 'silence' | 'reset')[]
  /** The pause between steps. Default: one turn of the event loop. */
  pauseMs?: number
}

/** `hang` accepts the call and never answers. `unreachable` refuses the connection. */
export type Reaction = Answer | 'hang' | 'unreachable'

/** A call as the upstream receives it. */
export class SeenCall {
  readonly atMs = performance.now()
  /** Resolves when the provider closes the connection before the answer ends. */
  readonly hungUp: Promise<void>
  /** The number of bytes of the answer that were sent. */
  sentBytes = 0
  /** True once the answer has reached its `silence`. For an answer without `silence`, true once the call has arrived. */
  isReached = false
  markHungUp!: () => void

  constructor(readonly request: TransportRequest) {
    this.hungUp = new Promise((resolve) => (this.markHungUp = resolve))
  }
}

/**
 * A simulated upstream with all hosts that it links to, in memory or over real connections. Over `http`, every address
 * leads to one local server, so a provider that follows a link to another host is detected and reaches nothing.
 */
export class ImageStage {
  readonly baseUrl = 'http://upstream.test/v1'
  readonly calls: SeenCall[] = []
  readonly transport: Transport
  readonly #react: (request: TransportRequest) => Reaction
  readonly #waiting = new Set<() => void>()
  #server: http.Server | null = null
  #address = ''
  #isClear = false

  static async set(kind: StageKind, react: (request: TransportRequest) => Reaction): Promise<ImageStage> {
    const stage = new ImageStage(kind, react)
    if (kind === 'http') await stage.#serve()
    return stage
  }

  private constructor(kind: StageKind, react: (request: TransportRequest) => Reaction) {
    this.#react = react
    this.transport = async (request, signal) => {
      // Stops providers that never stop calling.
      if (this.#isClear) throw new ProviderError('unavailable', 'The case is over.')
      const call = new SeenCall(request)
      this.calls.push(call)
      return kind === 'http' ? this.#send(call, signal) : this.#play(call, signal)
    }
  }

  /** Resolves with the first matching call, past or future, as soon as `isReached` is true. */
  async called(isMeant: (request: TransportRequest) => boolean): Promise<SeenCall> {
    const find = () => this.calls.find(({ request, isReached }) => isReached && isMeant(request))
    const { promise, resolve } = Promise.withResolvers<SeenCall>()
    const look = () => {
      const call = find()
      if (call) resolve(call)
    }
    this.#waiting.add(look)
    look()
    return promise.finally(() => this.#waiting.delete(look))
  }

  async clear(): Promise<void> {
    this.#isClear = true
    const server = this.#server
    if (!server) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  #reached(call: SeenCall): void {
    call.isReached = true
    for (const look of this.#waiting) look()
  }

  #receive(call: SeenCall): Reaction {
    const reaction = this.#react(call.request)
    if (typeof reaction === 'string' || !reaction.steps.includes('silence')) this.#reached(call)
    return reaction
  }

  async #play(call: SeenCall, signal: AbortSignal): Promise<TransportResponse> {
    const reaction = this.#receive(call)
    if (reaction === 'unreachable') throw new ProviderError('unavailable', 'The upstream is unreachable.')
    signal.addEventListener('abort', call.markHungUp, { once: true })
    if (reaction === 'hang' || signal.aborted) await aborted(signal)
    const { status = 200, headers, steps, pauseMs = 0 } = reaction as Answer
    const left = new AbortController()
    const either = AbortSignal.any([signal, left.signal])
    const atSilence = () => this.#reached(call)
    const body = async function* (): AsyncGenerator<Uint8Array, void> {
      for (const step of steps) {
        if (pauseMs === 0) await Promise.resolve()
        else await Promise.race([new Promise((resolve) => setTimeout(resolve, pauseMs)), aborted(either)])
        if (signal.aborted) return
        if (step === 'reset') throw new ProviderError('cut_off', 'The connection broke.')
        if (step === 'silence') {
          atSilence()
          await aborted(either)
        }
        call.sentBytes += step.length
        if (step.length > 0) yield typeof step === 'string' ? Buffer.from(step) : step
      }
    }
    const bytes = body()
    return {
      status,
      headers: headersOf(reaction as Answer, headers),
      body: {
        [Symbol.asyncIterator]: () => ({
          next: () => bytes.next() as Promise<IteratorResult<Uint8Array>>,
          return: async () => {
            left.abort()
            call.markHungUp()
            return { done: true, value: undefined }
          },
        }),
      },
    }
  }

  #send(call: SeenCall, signal: AbortSignal): Promise<TransportResponse> {
    const { request } = call
    // The server can't observe that a call is canceled before it arrives.
    const neverArrived = () => call.isReached || call.markHungUp()
    signal.addEventListener('abort', neverArrived, { once: true })
    const headers = { ...request.headers, 'kit-call': String(this.calls.indexOf(call)) }
    return httpTransport({ ...request, url: this.#address, headers }, signal)
  }

  async #serve(): Promise<void> {
    const server = http.createServer((request, response) => void this.#answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    this.#address = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
    this.#server = server
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const call = this.calls[Number(request.headers['kit-call'])]!
    response.on('close', () => {
      if (!response.writableFinished) call.markHungUp()
    })
    response.on('error', () => {})
    for await (const _ of request);
    const reaction = this.#receive(call)
    if (reaction === 'hang') return
    if (reaction === 'unreachable') return void response.destroy()
    response.writeHead(reaction.status ?? 200, headersOf(reaction, reaction.headers))
    response.flushHeaders()
    for (const step of reaction.steps) {
      if (reaction.pauseMs) await new Promise((resolve) => setTimeout(resolve, reaction.pauseMs))
      if (response.closed) return
      if (step === 'silence') return this.#reached(call)
      if (step === 'reset') return void setTimeout(() => response.destroy(), 20)
      call.sentBytes += step.length
      const taken = step.length === 0 || response.write(step)
      // Sends only as fast as the provider reads, so `sentBytes` is accurate.
      if (!taken) await drained(response)
      else await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  }
}

const headersOf = ({ contentType = 'application/json' }: Answer, headers: Record<string, string> = {}) => ({
  'content-type': contentType,
  ...headers,
})

/** Resolves when the buffer has room again or the connection is closed. */
const drained = (response: http.ServerResponse) =>
  new Promise<void>((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go)
      resolve()
    }
    response.once('drain', go).once('close', go)
  })
