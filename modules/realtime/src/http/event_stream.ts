import type { ServerResponse } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import type { StreamListener } from '../stream_listener.ts'

/** A stream is full when its client has more unread data than this. */
const unreadBytesMax = 256 * 1024
/** A stream is pinged after this many checks without a frame. */
const quietChecksMax = 3
const checkMs = 5_000

const open = new Set<EventStream>()
let pingTimer: NodeJS.Timeout | null = null

/** Returns the number of open streams of this process, for any kind of event. */
export const openStreamCount = () => open.size

/** A response as a stream of server-sent events. Writes straight to the socket, because it is on the hot path. */
export class EventStream implements StreamListener {
  readonly #response: ServerResponse
  #onGone: (() => void)[] = []
  #isGone = false
  #quietChecks = 0

  constructor({ response }: HttpContext) {
    this.#response = response.response
    // If the client has already disconnected, its `close` event was emitted before.
    this.#isGone = this.#response.closed
    if (this.#isGone) return
    this.#response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
    // A response to HEAD has no body. If it stayed open, it would block the next request on this connection.
    if (this.#response.req.method === 'HEAD') {
      this.#isGone = true
      this.#response.end()
      return
    }
    // The head is sent at the end of this turn, in one write with the first frames.
    const { socket } = this.#response
    socket?.cork()
    this.#response.flushHeaders()
    process.nextTick(() => socket?.uncork())
    this.#response.once('close', () => {
      open.delete(this)
      this.#isGone = true
      for (const callback of this.#onGone) callback()
    })
    this.#response.on('error', () => {})
    open.add(this)
    pingTimer ??= setInterval(pingQuiet, checkMs).unref()
  }

  get isGone() {
    return this.#isGone
  }

  /** Holds back what was written, including the head, until `ready` resolves. It must not reject. */
  hold(ready: Promise<void>) {
    const { socket } = this.#response
    socket?.cork()
    void ready.then(() => socket?.uncork())
  }

  onGone(callback: () => void) {
    if (this.#isGone) callback()
    else this.#onGone.push(callback)
  }

  get isFull() {
    return this.#response.writableLength > unreadBytesMax
  }

  /**
   * Writes the frame as one chunk (RFC 9112, 7.1) to the socket. `response.write` hands over three pieces a turn later, which was
   * measured at a tenth of the server's work. Falls back to it while the socket isn't assigned to this response.
   */
  write(frame: string) {
    if (this.#response.destroyed || this.#response.writableEnded) return
    this.#quietChecks = 0
    const { socket } = this.#response
    if (socket && this.#response.chunkedEncoding)
      socket.write(`${Buffer.byteLength(frame).toString(16)}\r\n${frame}\r\n`)
    else this.#response.write(frame)
  }

  end(lastFrame?: string) {
    if (this.#response.destroyed || this.#response.writableEnded) return
    // `end` uncorks the socket.
    this.#response.socket?.cork()
    if (lastFrame !== undefined) this.write(lastFrame)
    this.#response.end()
  }

  /** Sends a comment if the stream has been quiet for `quietChecksMax` checks. */
  checkQuiet() {
    if (++this.#quietChecks >= quietChecksMax && !this.isFull) this.write(': ping\n\n')
  }
}

/** Comments keep proxies from closing a quiet stream. */
const pingQuiet = () => {
  for (const stream of open) stream.checkQuiet()
}
