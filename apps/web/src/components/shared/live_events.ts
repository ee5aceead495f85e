import { paths, type UserEvent } from '#modules/chat/api'
import { send } from '../../lib/api_client.ts'
import { ApiError } from '../../lib/api_error.ts'
import { jitter } from '../../lib/jitter.ts'
import { abortUnanswered, readEvents } from '../../lib/read_events.ts'

/**
 * `gap`: something may have been missed, so what is shown should be read anew. `isBeginning`: only what happened between the reading
 * of this page and its first event.
 */
export type LiveEvent = UserEvent | { type: 'gap'; isBeginning: boolean }
type Listener = (event: LiveEvent) => void

/** After a lost stream: the longest wait before each attempt at another; the last one again and again. */
const retryDelaysMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000]
/** After an answer that asking again soon won't change. */
const refusedDelayMs = 60_000
/** Away for less than this, a page has missed nothing. */
const awayMs = 3_000
/** What the tabs of one browser share the stream by. */
const sharedName = 'facet:events'

/**
 * What changes for the user on the server, as it happens: one stream for the whole browser. A browser opens few connections to one
 * server, and a stream in each tab would soon leave none for anything else; so one tab listens and tells the others. It is the one
 * that is looked at, because the others may be put to sleep. Where tabs can't talk to each other, each listens for itself.
 */
class LiveEvents {
  readonly #listeners = new Set<Listener>()
  #channel: BroadcastChannel | null = null
  /** From this tab's wish to listen to the end of its doing so. */
  #reign: AbortController | null = null
  /** The reign under which this tab listens now. */
  #listening: AbortSignal | null = null
  #hiddenAt = 0
  #endWait: (() => void) | null = null

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Listens until what it gives is called. */
  start(): () => void {
    if ('locks' in navigator && typeof BroadcastChannel !== 'undefined') {
      this.#channel = new BroadcastChannel(sharedName)
      this.#channel.onmessage = ({ data }) => this.#tell(data as LiveEvent)
    }
    document.addEventListener('visibilitychange', this.#onVisibility)
    window.addEventListener('online', this.#onOnline)
    this.#reach(document.visibilityState === 'visible')
    return () => {
      const reign = this.#reign
      this.#reign = null
      reign?.abort()
      this.#channel?.close()
      this.#channel = null
      document.removeEventListener('visibilitychange', this.#onVisibility)
      window.removeEventListener('online', this.#onOnline)
    }
  }

  #tell(event: LiveEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  #tellAll(event: LiveEvent): void {
    this.#tell(event)
    this.#channel?.postMessage(event)
  }

  #onVisibility = (): void => {
    if (document.visibilityState !== 'visible') {
      this.#hiddenAt = performance.now()
      return
    }
    if (this.#listening === null) this.#reach(true)
    if (performance.now() - this.#hiddenAt > awayMs) this.#resume()
  }

  #onOnline = (): void => this.#resume()

  /** The device may have slept: a stream that looks open may be dead. */
  #resume(): void {
    this.#endWait?.()
    this.#tell({ type: 'gap', isBeginning: false })
  }

  /** Reaches for the stream: at once when this tab is looked at, else as soon as nobody has it. */
  #reach(isLookedAt: boolean): void {
    const reign = new AbortController()
    const last = this.#reign
    this.#reign = reign
    last?.abort()
    if (!this.#channel) return void this.#listen(reign.signal)
    const hold = () => this.#listen(reign.signal)
    const options: LockOptions = isLookedAt ? { steal: true } : { signal: reign.signal }
    navigator.locks.request(sharedName, options, hold).catch(() => {
      // Another tab is looked at now, or this one has reached again itself.
      if (this.#reign !== reign) return
      reign.abort()
      this.#reach(false)
    })
  }

  async #listen(signal: AbortSignal): Promise<void> {
    this.#listening = signal
    let attempt = 0
    let hadStream = false
    while (!signal.aborted) {
      const stream = new AbortController()
      let delayMs = jitter(retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 0)
      attempt += 1
      this.#endWait = () => stream.abort()
      try {
        const answer = send('GET', paths.events, { signal: AbortSignal.any([signal, stream.signal]) })
        abortUnanswered(answer, stream)
        const { body } = await answer
        if (hadStream) this.#tellAll({ type: 'gap', isBeginning: false })
        else this.#tell({ type: 'gap', isBeginning: true })
        hadStream = true
        if (body)
          for await (const event of readEvents<UserEvent>(body)) {
            if (signal.aborted) break
            attempt = 0
            this.#tellAll(event)
          }
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) {
          delayMs = (error.retryAfterSeconds ?? refusedDelayMs / 1_000) * 1_000
          // Signed out: reading who is there leads to the sign-in page.
          if (error.status === 401 && !signal.aborted) this.#tell({ type: 'gap', isBeginning: false })
        }
      }
      if (!signal.aborted && !stream.signal.aborted) await this.#wait(delayMs, signal)
    }
    if (this.#listening === signal) this.#listening = null
  }

  #wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done, { once: true })
      this.#endWait = done
    })
  }
}

export const liveEvents = new LiveEvents()
