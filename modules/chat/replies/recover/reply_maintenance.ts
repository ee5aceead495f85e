import { isOutage } from '#modules/kernel/sql'
import type { ReplyContext } from '../run/reply_context.ts'
import { followed, stopChannel } from '../run/reply_topics.ts'
import { Lease } from './lease.ts'
import { PartWriter } from './part_writer.ts'
import { sendLastEndsOf } from './publish_ended.ts'
import { ReplyJournal } from './reply_journal.ts'
import { ReplyTimeouts, type RunningReplies } from './reply_timeouts.ts'
import { applyStopRequests } from './stop_requests.ts'
import { Sweeper } from './sweeper.ts'

/**
 * How often the newest text is saved in a tick. When the machine is lost, the text of a sixteenth of a tick is lost on average, and the
 * text that arrives during one INSERT.
 */
export const tailsPerTick = 8
const tailIntervalMinMs = 20
/** How often the text of followed replies is saved. */
const followedTickMs = 100
/** How long after its last reminder a follower is considered gone. */
const followedForMs = 5_000

/**
 * Does the periodic work for all replies of this process: renews the lease, applies stop requests, saves text, and sweeps. Tails are saved
 * between two ticks. Timeouts have their own timer, because a tick may be waiting for the database.
 */
export class ReplyMaintenance {
  readonly #context: ReplyContext
  readonly #lease: Lease
  readonly #parts: PartWriter
  readonly #journal: ReplyJournal
  readonly #sweeper: Sweeper
  readonly #timeouts: ReplyTimeouts[]
  /** Null while no tick is scheduled. */
  #cancelTick: (() => void) | null = null
  #cancelTimeouts: (() => void) | null = null
  #cancelTails: (() => void) | null = null
  #isSavingTails = false
  #running: Promise<void> | null = null
  #renewing: Promise<void> | null = null
  #isStopped = false
  #lastTickAt = 0
  #isRegistered = false
  #hasStopRequest = false
  #wasUnavailable = false

  /** `unsaved`: replies that aren't saved, so that only timeouts apply to them. */
  constructor(context: ReplyContext, instance: string, unsaved?: RunningReplies) {
    this.#context = context
    this.#lease = new Lease(context, instance)
    this.#parts = new PartWriter(context)
    this.#journal = new ReplyJournal(context)
    this.#sweeper = new Sweeper(context)
    this.#timeouts = [context.hub, ...(unsaved ? [unsaved] : [])].map(
      (hub) => new ReplyTimeouts(hub, context.timings, context.timers)
    )
  }

  get isLeaseOverdue() {
    return this.#lease.isOverdue
  }

  /**
   * Renews the lease if it is overdue, for example after the process was paused. Otherwise, peers would end a new reply as one of a dead
   * process. Never rejects, because without the database the reply can't begin either.
   */
  async renewOverdueLease(): Promise<void> {
    if (!this.isLeaseOverdue) return
    this.#renewing ??= this.#renewLease()
      .catch(() => {})
      .finally(() => (this.#renewing = null))
    await this.#renewing
  }

  /** Registers the process, ends its predecessor's replies, and starts to tick. */
  async start() {
    const { bus, hub, timings, timers, logger } = this.#context
    this.#lease.start()
    bus.subscribe(followed, bus.processId, ({ replyId }) => {
      const live = hub.find(replyId)
      if (!live) return
      live.followedUntil = timers.monotonicMs() + followedForMs
      this.#schedule(0)
    })
    bus.listen(stopChannel, (replyId) => {
      if (!hub.find(replyId)) return
      this.#hasStopRequest = true
      this.#schedule(0)
    })
    await this.#register().catch((error) => {
      if (!isOutage(error)) throw error
      logger.warn({ err: error }, 'the database is unavailable: this process registers later')
    })
    this.#schedule(this.#sweeper.hasMore ? 0 : timings.tickMs)
    this.#cancelTimeouts = timers.every(timings.tickMs, () => this.#timeouts.forEach((timeouts) => timeouts.check()))
    this.#cancelTails = timers.every(Math.max(tailIntervalMinMs, timings.tickMs / tailsPerTick), () =>
      this.#saveTails()
    )
  }

  async stop() {
    this.#isStopped = true
    this.#cancelTick?.()
    this.#cancelTimeouts?.()
    this.#cancelTails?.()
    await this.#running
    await this.#journal.close()
    // Flushes the events of the last replies, which have just ended.
    await this.#context.events.flush()
    await this.#lease.expire().catch(() => {})
  }

  async #register() {
    await this.#lease.expirePredecessors()
    await this.#renewLease()
    const swept = await this.#sweeper.sweep()
    if (swept) this.#context.logger.info({ swept }, 'ended replies of an earlier process')
    await this.#context.bus.announce()
    this.#isRegistered = true
  }

  async #renewLease() {
    const { leaseMs, tickMs } = this.#context.timings
    const gone = await this.#lease.renew()
    // Other processes notice the end of a process within one lease.
    await sendLastEndsOf(this.#context, gone, leaseMs + tickMs * 2)
  }

  #schedule(delayMs: number) {
    if (this.#isStopped) return
    this.#cancelTick?.()
    this.#cancelTick = this.#context.timers.after(delayMs, () => {
      this.#cancelTick = null
      this.#running = (this.#running ?? Promise.resolve()).then(() => this.#tick())
    })
  }

  #saveTails() {
    if (this.#isSavingTails || this.#context.hub.size === 0) return
    this.#isSavingTails = true
    this.#running = (this.#running ?? Promise.resolve()).then(async () => {
      // After a failure the next tick saves the text, and reports an outage.
      await this.#parts.saveTails().catch((error) => {
        if (!isOutage(error)) this.#context.logger.error({ err: error }, 'saving the newest text failed')
      })
      this.#isSavingTails = false
    })
  }

  async #tick() {
    const { logger, timings, timers } = this.#context
    try {
      await this.#work()
      this.#wasUnavailable = false
    } catch (error) {
      if (!isOutage(error)) logger.error({ err: error }, 'maintaining the replies failed: retrying at the next tick')
      else if (!this.#wasUnavailable) logger.warn({ err: error }, 'the database is unavailable: text is kept in memory')
      this.#wasUnavailable = true
    }
    const isFollowed = this.#context.hub.all().some((live) => live.followedUntil > timers.monotonicMs())
    if (this.#sweeper.hasMore) this.#schedule(0)
    else if (!this.#cancelTick) this.#schedule(isFollowed ? Math.min(followedTickMs, timings.tickMs) : timings.tickMs)
  }

  async #work() {
    if (!this.#isRegistered) await this.#register()
    const now = this.#context.timers.monotonicMs()
    // Hints cause extra ticks between the regular ones.
    const isRegular = now - this.#lastTickAt >= this.#context.timings.tickMs * 0.9
    if (isRegular) {
      this.#lastTickAt = now
      await this.#renewLease()
    }
    if (isRegular || this.#hasStopRequest) {
      this.#hasStopRequest = false
      await applyStopRequests(this.#context)
    }
    await (isRegular ? this.#parts.saveRegularly() : this.#parts.save('followed'))
    if (!this.#sweeper.isDue) return
    const swept = await this.#sweeper.sweep()
    if (swept) this.#context.logger.warn({ swept }, 'ended replies whose process is gone')
  }
}
