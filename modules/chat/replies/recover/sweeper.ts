import type { ReplyContext } from '../run/reply_context.ts'
import { publishEnded } from './publish_ended.ts'
import { sweepBatch, sweepReplies } from './sweep_replies.ts'

/** Decides when to sweep, and publishes the swept replies. */
export class Sweeper {
  #lastSweepAt = 0
  /** The last sweep was a full batch, so there may be more. */
  #hasMore = false

  constructor(private readonly context: ReplyContext) {}

  get hasMore() {
    return this.#hasMore
  }

  get isDue() {
    const { timings, timers } = this.context
    const { leaseMs, tickMs } = timings
    return this.#hasMore || timers.monotonicMs() - this.#lastSweepAt >= Math.max(leaseMs / 2, tickMs)
  }

  /** Sweeps one batch, so that the lease can be renewed between two batches. Returns how many replies it ended. */
  async sweep(): Promise<number> {
    this.#lastSweepAt = this.context.timers.monotonicMs()
    this.#hasMore = false
    const swept = await sweepReplies(this.context)
    this.#hasMore = swept.length >= sweepBatch
    await publishEnded(this.context, swept)
    return swept.length
  }
}
