import type { ReplyEvent } from '#modules/chat/api'
import { ApiError } from '#web/lib/api_error'
import { jitter } from '#web/lib/jitter'
import { abortUnanswered, readEvents } from '#web/lib/read_events'
import { wait } from '#web/lib/wait'
import { joinReply, readChat, type ChatTarget } from '../chat_calls.ts'
import type { MessageStore } from './message_store.ts'
import { failureTexts, type Turn } from './turn.ts'

/** The longest wait before each attempt to reconnect. */
const reconnectDelaysMs = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]

type ByteStream = ReadableStream<Uint8Array>

/** Opens a stream of reply events; null when no reply is being written. */
export type OpenStream = (signal: AbortSignal) => Promise<ByteStream | null>

/** A connection to the event stream of a reply. Reads the stream to its end and reconnects when it breaks. */
export class ReplyConnection {
  #place: ChatTarget
  #sessionId: string
  #store: MessageStore
  #stream: AbortController | null = null
  #endWait: (() => void) | null = null

  constructor(place: ChatTarget, sessionId: string, store: MessageStore) {
    this.#place = place
    this.#sessionId = sessionId
    this.#store = store
  }

  /** Opens a stream. `signal` aborts it, and so does `wake` once it is open. */
  open(openStream: OpenStream, signal: AbortSignal): Promise<ByteStream | null> {
    const connection = new AbortController()
    const opened = openStream(AbortSignal.any([signal, connection.signal]))
    abortUnanswered(opened, connection)
    // Sets the controller only once the stream is open, so that `wake` doesn't abort a call that waits for its response.
    void opened.then(
      () => (this.#stream = connection),
      () => {}
    )
    return opened
  }

  /** Joins the reply that is being written. Meant as an argument of `open`. */
  readonly join: OpenStream = (signal) => joinReply(this.#place, this.#sessionId, signal)

  /** Applies events until the turn has ended or `signal` is aborted. Reconnects when `stream` is null or breaks. */
  async follow(turn: Turn, stream: ByteStream | null, signal: AbortSignal): Promise<void> {
    if (stream) await this.#read(turn, stream, signal)
    if (!turn.hasEnded && !signal.aborted) await this.#reconnect(turn, stream !== null, signal)
  }

  /** Reconnects at once after the device was asleep or offline, because the stream may be dead without an error. */
  wake(): void {
    this.#stream?.abort()
    this.#endWait?.()
  }

  /** Applies events until the turn or the stream ends. Returns whether any event arrived. */
  async #read(turn: Turn, stream: ByteStream, signal: AbortSignal): Promise<boolean> {
    let hasProgressed = false
    try {
      for await (const event of readEvents<ReplyEvent>(stream)) {
        if (signal.aborted) return hasProgressed
        hasProgressed = true
        turn.apply(event)
        if (turn.hasEnded) return hasProgressed
      }
    } catch {
      // A broken connection is handled like a stream that ended early.
    }
    return hasProgressed
  }

  /** Joins the reply again. After its end, reads the saved messages. */
  async #reconnect(turn: Turn, wasConnected: boolean, signal: AbortSignal): Promise<void> {
    if (wasConnected && this.#store.snapshot().phase === 'replying') this.#store.setPhase('reconnecting')
    for (let attempt = wasConnected ? 0 : -1; attempt < reconnectDelaysMs.length; attempt += 1) {
      await this.#wait(jitter(reconnectDelaysMs[attempt] ?? 0), signal)
      if (signal.aborted) return
      try {
        const stream = await this.open(this.join, signal)
        if (stream === null) {
          const data = await readChat(this.#place, { session: this.#sessionId }, signal)
          // A reply began or ended between the two calls, so the next attempt joins again.
          if (data.replyUnderWay !== null) continue
          return turn.settleFrom(data)
        }
        const hasProgressed = await this.#read(turn, stream, signal)
        if (turn.hasEnded) return
        if (hasProgressed) attempt = -1
      } catch (error) {
        if (signal.aborted) return
        // A client error stays the same on the next attempt.
        if (error instanceof ApiError && error.status < 500) break
      }
    }
    if (!signal.aborted) turn.fail(failureTexts[turn.kind])
  }

  /** Waits for the given time, or until `wake` is called. */
  #wait(ms: number, signal: AbortSignal): Promise<void> {
    const wakeUp = new AbortController()
    this.#endWait = () => wakeUp.abort()
    return wait(ms, AbortSignal.any([signal, wakeUp.signal])).finally(() => (this.#endWait = null))
  }
}
