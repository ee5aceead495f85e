import type { ReplyKind } from '../../api.ts'
import { chunkFrame } from './reply_events.ts'

/** Whoever hears a reply: this request, a second tab, a reload. */
export interface ReplyListener {
  /** Takes one frame. Never throws, and drops it when the other side is gone. */
  write(frame: string): void
  /** Nothing more comes. */
  end(): void
  /** True while the other side reads too slowly to be sent more. */
  readonly isFull: boolean
  /** The other side has gone, or the stream has ended. */
  readonly isGone: boolean
  /** Calls back once, when that happens or at once when it has. */
  onGone(callback: () => void): void
}

/** Why a reply is to end early. */
export type EarlyEnd = 'stopped' | 'deleted' | 'timeout' | 'server_stopping'

export interface ReplyIdentity {
  id: string
  chatSessionId: string
  messageId: string
  userId: string
  characterId: string
  kind: ReplyKind
  /** The frame of the user's message, for those who join; null where there is none to tell. */
  userMessageFrame: string | null
}

/**
 * A reply under way in this process: its text so far and who listens. Each piece goes out as it comes (providers join what came
 * in one read), in one frame for all. A listener that lags is skipped and later given all it missed in one frame, so nothing is
 * buffered for it. Listeners that keep up are written to first, so that they don't wait for those frames.
 */
export class LiveReply {
  readonly identity: ReplyIdentity
  readonly #abort = new AbortController()
  readonly #listeners = new Map<ReplyListener, { sent: number }>()
  #text = ''
  #early: EarlyEnd | null = null
  /** When the last text arrived, on the process's own monotonic clock. */
  lastTextAt = performance.now()
  /** When text or another sign of life last arrived, on the same clock. */
  lastSignAt = this.lastTextAt
  readonly #openedAt = this.lastTextAt
  #firstTextMs: number | null = null
  /** Until when another process wants its text written down more often. */
  followedUntil = 0
  /** Resolves when the reply is over and everybody has heard. */
  readonly over: Promise<void>
  #resolveOver!: () => void

  constructor(identity: ReplyIdentity) {
    this.identity = identity
    this.over = new Promise((resolve) => (this.#resolveOver = resolve))
  }

  get signal() {
    return this.#abort.signal
  }

  get early() {
    return this.#early
  }

  get text() {
    return this.#text
  }

  get length() {
    return this.#text.length
  }

  /** From its beginning to its first text; null before that. */
  get firstTextMs() {
    return this.#firstTextMs
  }

  /** Notes a sign of life without text, such as reasoning. */
  touch() {
    this.lastSignAt = performance.now()
  }

  /** Adds text and sends it to all listeners. Without text it is a sign of life only. */
  append(text: string) {
    this.touch()
    if (text === '') return
    this.lastTextAt = this.lastSignAt
    this.#firstTextMs ??= Math.round(this.lastTextAt - this.#openedAt)
    const before = this.#text.length
    this.#text += text
    if (this.#listeners.size === 0) return
    const frame = chunkFrame(text)
    const behind: [ReplyListener, { sent: number }][] = []
    for (const entry of this.#listeners) {
      const [listener, state] = entry
      if (listener.isFull) continue
      if (state.sent < before) {
        behind.push(entry)
        continue
      }
      listener.write(frame)
      state.sent = this.#text.length
    }
    for (const [listener, state] of behind) {
      listener.write(chunkFrame(this.#text.slice(state.sent)))
      state.sent = this.#text.length
    }
  }

  /** Asks the reply to end early. The first reason stands. */
  end(reason: EarlyEnd) {
    if (this.#early) return
    this.#early = reason
    this.#abort.abort()
  }

  /** Snapshot and subscription in one turn: what comes later is heard, what came before is in `opening`. */
  join(listener: ReplyListener, opening: readonly string[]) {
    for (const frame of opening) listener.write(frame)
    if (this.#text) listener.write(chunkFrame(this.#text))
    this.#listeners.set(listener, { sent: this.#text.length })
    listener.onGone(() => this.#listeners.delete(listener))
  }

  /** The last frame, after everything else, to everybody. */
  finish(frame: string) {
    const entries = [...this.#listeners]
    const isBehind = ([, { sent }]: (typeof entries)[number]) => sent < this.#text.length
    for (const [listener, { sent }] of [...entries.filter((entry) => !isBehind(entry)), ...entries.filter(isBehind)]) {
      if (sent < this.#text.length) listener.write(chunkFrame(this.#text.slice(sent)))
      listener.write(frame)
      listener.end()
    }
    this.#listeners.clear()
    this.#resolveOver()
  }
}
