import type { Timers } from '#plugins/contract/timers'
import type { EndedReply, ReplyListener, ReplyStart } from './reply_listener.ts'

/** The reason why a reply ends early. */
export type EarlyEnd = 'stopped' | 'deleted' | 'timeout' | 'server_stopping'

export interface ReplyIdentity extends ReplyStart {
  id: string
  chatSessionId: string
  userId: string
  /** The session is in no list, so nothing is told and kept about its replies. */
  isHidden?: true
}

/** A reply for callers that don't end it. */
export type RunningReply = Omit<LiveReply, 'join' | 'finish' | 'finished'>

/** The maximum length of the reasoning that is sent for one reply, in UTF-16 units. */
const thinkingMax = 50_000

/** A listener gets at most one piece of text in this time, because each piece costs a system call, here and in the browser. */
const sendEveryMs = 50

/** The length of the text that a listener has been sent. */
interface Progress {
  sent: number
}

/**
 * A running reply of this process, with its text so far and its listeners. The first piece of text is sent at once to all listeners, later ones in
 * intervals. A slow listener is skipped and later gets all the missed text in one piece, so nothing is buffered for it. Listeners that keep up are
 * served first, because the pieces for slow ones may be large. `End`: what listeners are told at the end.
 */
export class LiveReply<End = EndedReply> {
  readonly identity: ReplyIdentity
  readonly #abort = new AbortController()
  readonly #listeners = new Map<ReplyListener<End>, Progress>()
  #text = ''
  #earlyEnd: EarlyEnd | null = null
  readonly #timers: Timers
  /** When the last text arrived, on the monotonic clock. */
  lastTextAt: number
  /** When text or another sign of life last arrived, on the same clock. */
  lastActivityAt: number
  readonly #openedAt: number
  #firstTextMs: number | null = null
  #sentAt = -Infinity
  #sentLength = 0
  #cancelSend: (() => void) | null = null
  #thinkingLeft = thinkingMax
  /** Until this time, another process is assumed to stream this reply from the table. */
  followedUntil = 0
  /** Called with each new text. */
  onText: ((text: string) => void) | null = null
  /** Resolves with the end of the reply, when all listeners have been sent it. */
  readonly finished: Promise<End>
  #resolveFinished!: (end: End) => void

  constructor(identity: ReplyIdentity, timers: Timers) {
    this.identity = identity
    this.#timers = timers
    this.#openedAt = this.lastTextAt = this.lastActivityAt = timers.monotonicMs()
    this.finished = new Promise((resolve) => (this.#resolveFinished = resolve))
  }

  get signal() {
    return this.#abort.signal
  }

  /** Whether a client reads along, here or by way of another process. */
  get isFollowed(): boolean {
    return this.#listeners.size > 0 || this.followedUntil > this.#timers.monotonicMs()
  }

  get earlyEnd() {
    return this.#earlyEnd
  }

  get text() {
    return this.#text
  }

  get length() {
    return this.#text.length
  }

  /** Returns the time until the first text. Null before it. */
  get firstTextMs() {
    return this.#firstTextMs
  }

  /** Records a sign of life without text, such as reasoning. */
  touch() {
    this.lastActivityAt = this.#timers.monotonicMs()
  }

  /** Sends reasoning to listeners that keep up. It isn't stored. */
  think(text: string) {
    const sent = text.slice(0, this.#thinkingLeft).toWellFormed()
    this.#thinkingLeft -= sent.length
    if (sent === '') return
    for (const listener of this.#listeners.keys()) if (!listener.isFull) listener.thinking(sent)
  }

  /** Adds text, which all listeners are sent soon. An empty text counts as a sign of life. */
  append(text: string) {
    this.touch()
    if (text === '') return
    this.lastTextAt = this.lastActivityAt
    this.#firstTextMs ??= Math.round(this.lastTextAt - this.#openedAt)
    this.#text += text
    this.onText?.(text)
    if (this.#cancelSend || this.#listeners.size === 0) return
    const waitMs = this.#sentAt + sendEveryMs - this.lastTextAt
    if (waitMs <= 0) this.#send()
    else this.#cancelSend = this.#timers.after(waitMs, () => this.#send())
  }

  #send() {
    this.#cancelSend = null
    this.#sentAt = this.#timers.monotonicMs()
    const before = this.#sentLength
    const text = this.#text.slice(before)
    this.#sentLength = this.#text.length
    const others: [ReplyListener<End>, Progress][] = []
    for (const entry of this.#listeners) {
      const [listener, progress] = entry
      if (listener.isFull) continue
      if (progress.sent !== before) {
        others.push(entry)
        continue
      }
      listener.text(text)
      progress.sent = this.#text.length
    }
    for (const [listener, progress] of others) {
      if (progress.sent < this.#text.length) listener.text(this.#text.slice(progress.sent))
      progress.sent = this.#text.length
    }
  }

  /** Ends the reply early by aborting the request to the provider. Later calls do nothing. */
  end(reason: EarlyEnd) {
    if (this.#earlyEnd) return
    this.#earlyEnd = reason
    this.#abort.abort()
  }

  /** Sends the start and the text so far, then subscribes, in one turn of the event loop. So no text is missed or sent twice. */
  join(listener: ReplyListener<End>) {
    listener.begin(this.identity)
    if (this.#text) listener.text(this.#text)
    this.#listeners.set(listener, { sent: this.#text.length })
    listener.onGone(() => this.#listeners.delete(listener))
  }

  /** Sends the missing text and the end to all listeners. */
  finish(end: End) {
    this.#cancelSend?.()
    const entries = [...this.#listeners]
    const isBehind = ([, { sent }]: (typeof entries)[number]) => sent < this.#text.length
    for (const [listener, { sent }] of [...entries.filter((entry) => !isBehind(entry)), ...entries.filter(isBehind)]) {
      if (sent < this.#text.length) listener.text(this.#text.slice(sent))
      listener.end(end)
    }
    this.#listeners.clear()
    this.#resolveFinished(end)
  }
}
