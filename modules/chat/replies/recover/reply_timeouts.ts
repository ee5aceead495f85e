import { patienceFactor } from '#plugins/contract/fallback_chain'
import type { Timers } from '#plugins/contract/timers'
import type { RunningReply } from '../run/live_reply.ts'
import type { ReplyTimings } from '../run/reply_context.ts'

export interface RunningReplies {
  all(): RunningReply[]
}

/** Ends replies whose provider is silent for too long. Signs of life extend the time `patienceFactor` times. */
export class ReplyTimeouts {
  readonly #hub: RunningReplies
  readonly #timings: ReplyTimings
  readonly #timers: Timers
  #lastCheckAt: number

  constructor(hub: RunningReplies, timings: ReplyTimings, timers: Timers) {
    this.#hub = hub
    this.#timings = timings
    this.#timers = timers
    this.#lastCheckAt = timers.monotonicMs()
  }

  /**
   * Checks all replies. Call it at every tick. After a pause of this process, silence is measured from zero, because unread data may have
   * arrived.
   */
  check() {
    const now = this.#timers.monotonicMs()
    const { tickMs, firstTextTimeoutMs, nextTextTimeoutMs } = this.#timings
    const wasPaused = now - this.#lastCheckAt > tickMs * 3
    this.#lastCheckAt = now
    for (const live of this.#hub.all()) {
      if (wasPaused) live.lastTextAt = live.lastActivityAt = now
      const limitMs = live.length === 0 ? firstTextTimeoutMs : nextTextTimeoutMs
      const isSilent = now - live.lastActivityAt > limitMs
      if (isSilent || now - live.lastTextAt > limitMs * patienceFactor) live.end('timeout')
    }
  }
}
