import http from 'node:http'
import { ProviderError } from './errors.ts'
import { httpTransport } from './http_transport.ts'
import type { Transport, TransportRequest, TransportResponse } from './transport.ts'

/**
 * The upstream's behavior. Each step is sent as its own chunk. `silence` stops sending and leaves the connection open. `reset` breaks the
 * connection. A function is awaited. The body ends after the last step.
 */
export interface Script {
  status?: number
  contentType: string
  headers?: Record<string, string> | undefined
  steps: (string | Uint8Array | 'silence' | 'reset' | (() => Promise<void>))[]
  /** If false, the upstream accepts the call and never answers. */
  answers?: boolean
}

export type StageKind = 'memory' | 'http'

/** A simulated upstream that runs one script for every call, in memory or over HTTP, and detects closed connections. */
export class Stage {
  readonly calls: TransportRequest[] = []
  /** Resolves when a client closes its connection before the end of the script. */
  readonly hungUp: Promise<void>
  transport: Transport
  baseUrl = 'http://upstream.test/v1'
  readonly #reached = new Map<string, { promise: Promise<void>; resolve: () => void }>()
  #tellHungUp!: () => void
  #server: http.Server | null = null

  static async set(kind: StageKind, script: Script | 'unreachable'): Promise<Stage> {
    const stage = new Stage(script)
    if (kind === 'http') await stage.#serve(script)
    return stage
  }

  private constructor(script: Script | 'unreachable') {
    this.hungUp = new Promise((resolve) => (this.#tellHungUp = resolve))
    this.transport = (request, signal) => this.#play(script, request, signal)
  }

  /** Resolves when the script reaches `silence`, or when the upstream is called. */
  reached(what: 'silence' | 'call'): Promise<void> {
    return this.#mark(what).promise
  }

  async clear(): Promise<void> {
    const server = this.#server
    if (!server) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  #mark(what: string) {
    const mark = this.#reached.get(what) ?? Promise.withResolvers<void>()
    this.#reached.set(what, mark)
    return mark
  }

  async #play(
    script: Script | 'unreachable',
    request: TransportRequest,
    signal: AbortSignal
  ): Promise<TransportResponse> {
    this.calls.push(request)
    this.#mark('call').resolve()
    if (script === 'unreachable') throw new ProviderError('unavailable', 'The upstream is unreachable.')
    signal.addEventListener('abort', () => this.#tellHungUp(), { once: true })
    if (signal.aborted || script.answers === false) await aborted(signal)
    const { status = 200, contentType, headers = {} } = script
    return { status, headers: { 'content-type': contentType, ...headers }, body: this.#body(script, signal) }
  }

  #body(script: Script, signal: AbortSignal): AsyncIterable<Uint8Array> {
    const steps = script.steps[Symbol.iterator]()
    const left = Promise.withResolvers<'left'>()
    const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
      for (;;) {
        // Each step takes a microtask, because reads of a network are asynchronous too.
        await Promise.resolve()
        if (signal.aborted) return { done: true, value: undefined }
        const { value: step, done } = steps.next()
        if (done) return { done: true, value: undefined }
        if (step === 'reset') throw new ProviderError('cut_off', 'The connection broke.')
        if (typeof step === 'function') {
          await step()
          continue
        }
        if (step === 'silence') {
          this.#mark('silence').resolve()
          await Promise.race([aborted(signal).catch(() => {}), left.promise])
          return { done: true, value: undefined }
        }
        if (step.length > 0) return { done: false, value: typeof step === 'string' ? Buffer.from(step) : step }
      }
    }
    const leave = async () => {
      left.resolve('left')
      this.#tellHungUp()
      return { done: true as const, value: undefined }
    }
    return { [Symbol.asyncIterator]: () => ({ next, return: leave }) }
  }

  async #serve(script: Script | 'unreachable'): Promise<void> {
    const server = http.createServer((request, response) => void this.#answer(script as Script, request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    this.baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`
    this.transport = (request, signal) => {
      this.calls.push(request)
      return httpTransport(request, signal)
    }
    if (script === 'unreachable') await new Promise((resolve) => server.close(resolve))
    else this.#server = server
  }

  async #answer(script: Script, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    response.on('close', () => {
      if (!response.writableFinished) this.#tellHungUp()
    })
    for await (const _ of request);
    this.#mark('call').resolve()
    if (script.answers === false) return
    response.writeHead(script.status ?? 200, { 'content-type': script.contentType, ...script.headers })
    response.flushHeaders()
    response.socket?.setNoDelay(true)
    for (const step of script.steps) {
      if (step === 'silence') return this.#mark('silence').resolve()
      if (step === 'reset') return void setTimeout(() => response.destroy(), 20)
      if (typeof step === 'function') {
        await step()
        continue
      }
      if (step.length > 0) response.write(step)
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  }
}

/** Rejects when the signal fires, as a transport does. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const cancel = () => reject(new ProviderError('cut_off', 'The caller canceled the call.'))
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
  })
}
