import type { UserEvent } from '#modules/chat/api'
import type { PictureProgressEvent } from '#modules/imagegen/api'
import type { NotificationsEvent } from '#modules/notices/api'
import { followEvents } from '#modules/realtime/calls'
import { useEffect, useEffectEvent } from 'react'
import { fetchCall } from '#web/lib/api_client'
import { ApiError } from '#web/lib/api_error'
import { jitter } from '#web/lib/jitter'
import { abortUnanswered, readEvents } from '#web/lib/read_events'
import { wait } from '#web/lib/wait'

/**
 * `gap`: events may have been missed, so the data on screen should be refetched. `isBeginning`: only those between the load of the page
 * and the start of its stream.
 */
export type LiveEvent = UserEvent | PictureProgressEvent | NotificationsEvent | { type: 'gap'; isBeginning: boolean }
type Listener = (event: LiveEvent) => void

/** The longest delay before each reconnect; the last value repeats. */
const retryDelaysMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000]
/** The delay after a 4xx response. */
const refusedDelayMs = 60_000
/** A page that was hidden for less time has missed nothing. */
const hiddenMs = 3_000
/** Leaves time for another tab that has come into sight. */
const switchMs = 500
/** The name of the lock and of the broadcast channel. */
const sharedName = 'facet:events'

/**
 * The user's events from the server, over one stream per browser. Browsers limit the connections per server, and a stream in each tab
 * would use them up. So the visible tab holds the stream, because hidden tabs may be suspended, and broadcasts to the others. Without
 * locks and broadcast channels, each tab opens its own stream (docs/decisions/0018).
 */
class LiveEvents {
  readonly #listeners = new Set<Listener>()
  #channel: BroadcastChannel | null = null
  /** From this tab's request for the lock until the tab releases it. */
  #turn: AbortController | null = null
  /** The turn in which this tab holds the stream; null while it does not. */
  #listening: AbortSignal | null = null
  #hiddenAt = 0
  /** Whether the server knows the stream as that of a hidden tab. */
  #isHidden = false
  /** A hidden tab reads everything again when it is in sight, so a gap doesn't matter to it. */
  #isSwitching = false
  #switchTimer: number | undefined
  #skipWait: (() => void) | null = null

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Starts listening. Returns a function that stops it. */
  start(): () => void {
    if ('locks' in navigator && typeof BroadcastChannel !== 'undefined') {
      this.#channel = new BroadcastChannel(sharedName)
      this.#channel.onmessage = ({ data }) => this.#emit(data as LiveEvent)
    }
    document.addEventListener('visibilitychange', this.#onVisibility)
    window.addEventListener('online', this.#onOnline)
    this.#acquire(document.visibilityState === 'visible')
    return () => {
      const turn = this.#turn
      this.#turn = null
      turn?.abort()
      window.clearTimeout(this.#switchTimer)
      this.#channel?.close()
      this.#channel = null
      document.removeEventListener('visibilitychange', this.#onVisibility)
      window.removeEventListener('online', this.#onOnline)
    }
  }

  #emit(event: LiveEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  #broadcast(event: LiveEvent): void {
    this.#emit(event)
    this.#channel?.postMessage(event)
  }

  #onVisibility = (): void => {
    window.clearTimeout(this.#switchTimer)
    if (document.visibilityState !== 'visible') {
      this.#hiddenAt = performance.now()
      this.#switchTimer = window.setTimeout(() => this.#switchToHidden(), switchMs)
      return
    }
    // The server has to know that a tab is in sight again.
    if (this.#listening !== null && this.#isHidden) this.#skipWait?.()
    if (this.#listening === null) this.#acquire(true)
    if (performance.now() - this.#hiddenAt > hiddenMs) this.#resume()
  }

  /** Connects again as a hidden tab, unless another tab has come into sight and taken the stream. */
  #switchToHidden(): void {
    if (this.#listening === null || this.#isHidden) return
    this.#isSwitching = true
    this.#skipWait?.()
  }

  #onOnline = (): void => this.#resume()

  /** Reconnects: after a suspension, a stream may be dead and still look open. */
  #resume(): void {
    this.#skipWait?.()
    this.#emit({ type: 'gap', isBeginning: false })
  }

  /** Requests the stream: a visible tab steals it, a hidden one waits until it is free. */
  #acquire(isVisible: boolean): void {
    const turn = new AbortController()
    const last = this.#turn
    this.#turn = turn
    last?.abort()
    if (!this.#channel) return void this.#listen(turn.signal)
    const hold = () => this.#listen(turn.signal)
    const options: LockOptions = isVisible ? { steal: true } : { signal: turn.signal }
    navigator.locks.request(sharedName, options, hold).catch(() => {
      // Another tab is visible now, or this one has made a newer request.
      if (this.#turn !== turn) return
      turn.abort()
      this.#acquire(false)
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
      this.#skipWait = () => stream.abort()
      try {
        this.#isHidden = document.visibilityState !== 'visible'
        const query = this.#isHidden ? { hidden: true as const } : {}
        const response = fetchCall(followEvents, { query, signal: AbortSignal.any([signal, stream.signal]) })
        abortUnanswered(response, stream)
        const { body } = await response
        if (this.#isSwitching) this.#isSwitching = false
        else if (hadStream) this.#broadcast({ type: 'gap', isBeginning: false })
        else this.#emit({ type: 'gap', isBeginning: true })
        hadStream = true
        if (body)
          for await (const event of readEvents<UserEvent | PictureProgressEvent | NotificationsEvent>(body)) {
            if (signal.aborted) break
            attempt = 0
            this.#broadcast(event)
          }
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) {
          delayMs = (error.retryAfterSeconds ?? refusedDelayMs / 1_000) * 1_000
          // Signed out: refetching the user leads to the sign-in page.
          if (error.status === 401 && !signal.aborted) this.#emit({ type: 'gap', isBeginning: false })
        }
      }
      await wait(delayMs, AbortSignal.any([signal, stream.signal]))
    }
    if (this.#listening === signal) this.#listening = null
  }
}

export const liveEvents = new LiveEvents()

/** Calls the listener for each event while the component is mounted. */
export function useLiveEvents(listener: Listener): void {
  const listen = useEffectEvent(listener)
  useEffect(() => liveEvents.subscribe((event) => listen(event)), [])
}
