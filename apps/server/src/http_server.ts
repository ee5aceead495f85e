import { createServer, type RequestListener, type Server } from 'node:http'
import { Server as SocketServer } from 'node:net'

/** The interval, in requests, at which a busy process closes a client's connection. An idle process accepts the next one. */
const requestsPerMove = 50
/** A process is busy if its event loop works for more than this share of the time. */
const busyShare = 0.7

export interface HttpServerOptions {
  listenFd: number | null
  /** Whether other processes accept connections from the same socket. */
  hasOthers: boolean
  /** Returns the share of time that the event loop was active since the last call. */
  utilization?: () => number
}

/**
 * The HTTP server of this process. With `listenFd` it accepts connections from the socket that the launcher opened, which other processes
 * share. One process may accept many connections at once, and clients keep them open, so busy processes close some. `leave` lets the other
 * processes take over without a failed request.
 */
export class HttpServer {
  readonly node: Server
  #isLeaving = false
  #requests = 0

  constructor(
    handle: RequestListener,
    { listenFd, hasOthers, utilization = utilizationSinceLast() }: HttpServerOptions
  ) {
    let served = 0
    const isMoving = () => hasOthers && ++served % requestsPerMove === 0 && utilization() > busyShare
    this.node = createServer((request, response) => {
      this.#requests++
      response.once('close', () => this.#requests--)
      if (this.#isLeaving || isMoving()) response.shouldKeepAlive = false
      return handle(request, response)
    })
    if (listenFd === null) return
    // The framework calls `listen(port, host)`.
    const { node } = this
    node.listen = (() => SocketServer.prototype.listen.call(node, { fd: listenFd })) as Server['listen']
  }

  /** Requests in progress, including open streams. */
  get requests() {
    return this.#requests
  }

  /** Stops accepting connections, and closes each open connection after its next response. */
  leave() {
    this.#isLeaving = true
    // Unlike http's `close`, this leaves idle connections open, because a request may be on its way.
    SocketServer.prototype.close.call(this.node)
  }
}

const utilizationSinceLast = () => {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}
