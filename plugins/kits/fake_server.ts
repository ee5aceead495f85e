import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { ProviderError } from '../contract/errors.ts'
import { httpTransport } from '../contract/http_transport.ts'
import type { Transport, TransportRequest } from '../contract/transport.ts'

/**
 * The answer to a call. Each step is sent as its own chunk. `silence` stops sending and leaves the connection open, `reset` breaks the
 * connection, and a function is awaited.
 */
export interface Answer {
  status?: number
  /** Default: `application/json`. */
  contentType?: string
  headers?: Record<string, string> | undefined
  steps: readonly (string | Uint8Array | 'silence' | 'reset' | (() => Promise<void>))[]
}

/** `hang` accepts the call and never answers. `unreachable` breaks the connection at once. */
export type Reaction = Answer | 'hang' | 'unreachable'

/** A call as the server receives it. */
export class ReceivedCall {
  readonly atMs = performance.now()
  /** Resolves when the provider closes the connection before the answer ends. */
  readonly hungUp: Promise<void>
  /** The number of bytes of the answer that were sent. */
  sentBytes = 0
  /** True once the answer has reached its `silence`. For an answer without `silence`, true once the call has arrived. */
  isReached = false
  response: http.ServerResponse | null = null
  markHungUp!: () => void
  #reading = Promise.withResolvers<void>()

  constructor(
    readonly id: string,
    readonly request: TransportRequest,
    readonly server: FakeServer
  ) {
    this.hungUp = new Promise((resolve) => (this.markHungUp = resolve))
  }

  /** Passes a body on, and observes when the provider waits for its next bytes. */
  watch(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    const bytes = body[Symbol.asyncIterator]()
    const next = async () => {
      this.#reading.resolve()
      const step = await bytes.next()
      this.#reading = Promise.withResolvers<void>()
      return step
    }
    return { [Symbol.asyncIterator]: () => ({ next, return: async () => bytes.return!() }) }
  }

  /** Resolves when the provider has read what was sent and waits for more, or has closed the connection. */
  async isRead(): Promise<void> {
    // Two turns of the event loop carry the bytes over the local connection.
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
    await Promise.race([this.#reading.promise, this.hungUp])
  }
}

/**
 * A fake vendor with all hosts that it links to. Every address leads to one local HTTP server, so a provider that follows a link to another
 * host is detected and reaches nothing.
 */
export class FakeServer {
  readonly baseUrl = 'http://upstream.test/v1'
  readonly calls: ReceivedCall[] = []
  readonly #react: (request: TransportRequest) => Reaction
  readonly #waiting = new Set<() => void>()
  #isClosed = false

  constructor(reaction: Reaction | ((request: TransportRequest) => Reaction)) {
    this.#react = typeof reaction === 'function' ? reaction : () => reaction
  }

  readonly transport: Transport = async (request, signal) => {
    // Stops providers that never stop calling.
    if (this.#isClosed) throw new ProviderError('unavailable', 'The case is over.')
    const id = String(callCount++)
    const call = new ReceivedCall(id, request, this)
    this.calls.push(call)
    callsById.set(id, call)
    // The server can't observe that a call is canceled before it arrives.
    const neverArrived = () => call.isReached || call.markHungUp()
    signal.addEventListener('abort', neverArrived, { once: true })
    const headers = { ...request.headers, 'kit-call': id }
    const response = await httpTransport({ ...request, url: await address(), headers }, signal)
    return { ...response, body: call.watch(response.body) }
  }

  /** Resolves with the first matching call, past or future, as soon as `isReached` is true. */
  async called(isMeant: (request: TransportRequest) => boolean = () => true): Promise<ReceivedCall> {
    const { promise, resolve } = Promise.withResolvers<ReceivedCall>()
    const look = () => {
      const call = this.calls.find(({ request, isReached }) => isReached && isMeant(request))
      if (call) resolve(call)
    }
    this.#waiting.add(look)
    look()
    return promise.finally(() => this.#waiting.delete(look))
  }

  close(): void {
    this.#isClosed = true
    for (const { id, response } of this.calls) {
      callsById.delete(id)
      if (!response?.writableFinished) response?.destroy()
    }
  }

  async answer(call: ReceivedCall, response: http.ServerResponse): Promise<void> {
    call.response = response
    response.on('error', () => {})
    response.on('close', () => {
      if (!response.writableFinished) call.markHungUp()
    })
    const reaction = this.#react(call.request)
    if (typeof reaction === 'string' || !reaction.steps.includes('silence')) this.#reached(call)
    if (reaction === 'hang') return
    if (reaction === 'unreachable') return void response.destroy()
    const { status = 200, contentType = 'application/json', headers, steps } = reaction
    response.writeHead(status, { 'content-type': contentType, ...headers })
    response.flushHeaders()
    for (const [index, step] of steps.entries()) {
      // Each step is read on its own, as if it took its time on the network.
      if (index > 0) await call.isRead()
      if (response.closed) return
      if (step === 'silence') return this.#reached(call)
      if (step === 'reset') return void setTimeout(() => response.destroy(), 20)
      if (typeof step === 'function') await step()
      else if (step.length > 0) {
        call.sentBytes += step.length
        // Sends only as fast as the provider reads, so `sentBytes` is accurate.
        if (!response.write(step)) await drained(response)
      }
    }
    response.end()
  }

  #reached(call: ReceivedCall): void {
    call.isReached = true
    for (const look of this.#waiting) look()
  }
}

let callCount = 0
const callsById = new Map<string, ReceivedCall>()
let started: Promise<string> | undefined

/** Returns the address of the local server, which serves all cases and doesn't keep the process running. */
const address = () =>
  (started ??= (async () => {
    const server = http.createServer(async (request, response) => {
      // The transport may repeat a call, so it stays in the map until its server is closed.
      const call = callsById.get(String(request.headers['kit-call']))
      response.socket?.setNoDelay(true)
      for await (const _ of request);
      if (call) await call.server.answer(call, response)
      else response.destroy()
    })
    server.listen(0, '127.0.0.1').unref()
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })())

/** Resolves when the buffer has room again or the connection is closed. */
const drained = (response: http.ServerResponse) =>
  new Promise<void>((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go)
      resolve()
    }
    response.once('drain', go).once('close', go)
  })

export interface Case<P> {
  provider: P
  server: FakeServer
}

/** Returns `test` and `on`. `on` starts a fake server and a provider, runs the case, and closes the server. */
export function casesOf<P, Deps extends { transport: Transport; baseUrl: string }>(
  options: {
    name: string
    test: (title: string, fn: () => Promise<void>) => unknown
    createProvider: (deps: Deps) => P | Promise<P>
  },
  given: Omit<Deps, 'transport' | 'baseUrl'>
) {
  return {
    test: (title: string, fn: () => Promise<void>) => void options.test(`${options.name}: ${title}`, fn),
    on: async (
      reaction: Reaction | ((request: TransportRequest) => Reaction),
      run: (opened: Case<P>) => Promise<void>,
      changes: Partial<Deps> = {}
    ) => {
      const server = new FakeServer(reaction)
      const { transport, baseUrl } = server
      try {
        await run({
          provider: await options.createProvider({ transport, baseUrl, ...given, ...changes } as Deps),
          server,
        })
      } finally {
        server.close()
      }
    },
  }
}
