import { isOutage } from '#modules/kernel/sql'
import type { LiveReply } from './live_reply.ts'
import { leaseOverdueMs, type ReplyContext } from './reply_context.ts'
import { presenceOf } from './reply_signals.ts'
import { sweepBatch, sweepReplies } from './sweep_replies.ts'

/** How soon text is written down while another process follows. */
const followedTickMs = 300

/** A model that reasons is ended without text after this many times the allowed silence. */
const thinkingTimesMax = 5

/** So many are named in one signal: the database takes 8,000 bytes. */
const repliesPerSignal = 100

/**
 * What one process does for its replies at every tick, for all of them at once: renew its lease, write down the text under way,
 * and see which ones were stopped or deleted elsewhere. A timer of its own ends those that fell silent. Now and then it looks after the dead.
 */
export class ReplyKeeper {
  readonly #context: ReplyContext
  /** Who this is for the world: a process that starts again under the same name knows that its predecessor is gone. */
  readonly #instance: string
  /** Where each part of a text that is written down ends. */
  readonly #saved = new WeakMap<LiveReply, readonly number[]>()
  #timer: NodeJS.Timeout | null = null
  #silenceTimer: NodeJS.Timeout | null = null
  /** When the lease was renewed last. Null: this process has not started. */
  #leaseFrom: number | null = null
  #running: Promise<void> | null = null
  #stopped = false
  #lastTickAt = 0
  #lastSweepAt = 0
  /** The last sweep was a full batch, so there may be more. The next tick follows at once. */
  #mustSweepAgain = false
  #lastLookAt = performance.now()
  #hasArrived = false
  #mustSayAllAgain = false
  #wasAway = false
  #wasAskedToLook = false
  /** The processes that lived at the last tick, but for this one. */
  #others: readonly string[] = []

  constructor(context: ReplyContext, instance: string) {
    this.#context = context
    this.#instance = instance
  }

  get isLeaseOverdue() {
    return this.#leaseFrom !== null && performance.now() - this.#leaseFrom > leaseOverdueMs(this.#context.timings)
  }

  /** Registers the process, ends what its predecessor left, and begins to tick. */
  async start() {
    const { signals, timings, logger } = this.#context
    this.#leaseFrom = -Infinity
    signals.onSignal((signal) => {
      if (signal.kind !== 'follow' && signal.kind !== 'stop') return
      const live = this.#context.hub.find(signal.replyId)
      if (!live) return
      if (signal.kind === 'follow') live.followedUntil = performance.now() + 5_000
      else this.#wasAskedToLook = true
      this.#schedule(0)
    })
    signals.onGap(() => (this.#mustSayAllAgain = true))
    await this.#arrive().catch((error) => {
      if (!isOutage(error)) throw error
      logger.warn({ err: error }, 'the database is away: this process registers when it is back')
    })
    this.#schedule(this.#mustSweepAgain ? 0 : timings.tickMs)
    // Not part of the tick, which may be waiting for the database.
    this.#silenceTimer = setInterval(() => this.#endSilent(), timings.tickMs).unref()
  }

  async #arrive() {
    const { signals, owner, logger } = this.#context
    // A name is no proof: two machines may both be called localhost. Whoever is still connected lives.
    await signals.query(
      `update reply_owners set lease_until = '-infinity'
       where instance = $1 and id <> $2 and pg_try_advisory_xact_lock(${presenceOf('id::text')})`,
      [this.#instance, owner]
    )
    await this.#renewLease()
    const swept = await this.#sweep()
    if (swept) logger.info({ swept }, 'ended replies that an earlier process left behind')
    await signals.send({ kind: 'hello', from: owner })
    this.#hasArrived = true
  }

  async stop() {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    if (this.#silenceTimer) clearInterval(this.#silenceTimer)
    await this.#running
    const { signals, events, owner } = this.#context
    // The last replies have ended a moment ago.
    await events.flush()
    await signals.query(`update reply_owners set lease_until = '-infinity' where id = $1`, [owner]).catch(() => {})
  }

  #schedule(delayMs: number) {
    if (this.#stopped) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#running = (this.#running ?? Promise.resolve()).then(() => this.#tick())
    }, delayMs)
    this.#timer.unref()
  }

  async #tick() {
    const { logger, timings } = this.#context
    try {
      if (!this.#hasArrived) await this.#arrive()
      const now = performance.now()
      const isRegular = now - this.#lastTickAt >= timings.tickMs * 0.9
      if (isRegular) {
        this.#lastTickAt = now
        await this.#renewLease()
        this.#wasAskedToLook = true
      }
      if (this.#wasAskedToLook) {
        this.#wasAskedToLook = false
        await this.#heedStops()
      }
      await this.#saveText(isRegular)
      if (this.#mustSweepAgain || now - this.#lastSweepAt >= Math.max(timings.leaseMs / 2, timings.tickMs)) {
        this.#lastSweepAt = now
        const swept = await this.#sweep()
        if (swept) logger.warn({ swept }, 'ended replies whose process is gone')
      }
      this.#wasAway = false
    } catch (error) {
      if (!isOutage(error))
        logger.error({ err: error }, 'the replies under way were not looked after: the next tick tries again')
      else if (!this.#wasAway) logger.warn({ err: error }, 'the database is away: text under way is kept in memory')
      this.#wasAway = true
    }
    const isFollowed = this.#context.hub.all().some((live) => live.followedUntil > performance.now())
    if (this.#mustSweepAgain) this.#schedule(0)
    else if (!this.#timer) this.#schedule(isFollowed ? Math.min(followedTickMs, timings.tickMs) : timings.tickMs)
  }

  /** Ends one batch of replies and returns how many. */
  async #sweep() {
    this.#mustSweepAgain = false
    const swept = await sweepReplies(this.#context)
    this.#mustSweepAgain = swept.length === sweepBatch
    await this.#context.events.tellEnded(swept)
    return swept.length
  }

  async #renewLease() {
    const { signals, events, owner, timings } = this.#context
    const askedAt = performance.now()
    const [row] = await signals.query<{ others: string[] }>(
      `insert into reply_owners (id, instance, lease_until) values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
       on conflict (id) do update set lease_until = excluded.lease_until
       returning array(select o.id from reply_owners o where o.id <> $1 and o.lease_until > clock_timestamp()) as others`,
      [owner, this.#instance, timings.leaseMs]
    )
    if (!row) return
    this.#leaseFrom = askedAt
    events.hasCompany = row.others.length > 0
    const gone = this.#others.filter((id) => !row.others.includes(id))
    this.#others = row.others
    // It was noticed a lease after its death at the latest.
    if (gone.length > 0) await events.tellLastOf(gone, timings.leaseMs + timings.tickMs * 2)
  }

  /**
   * Ends the replies that were asked to stop, and those whose chat was deleted. A reply without a row belonged to a deleted account.
   * A reply that began while its account was being disabled has no stop request, so the account is checked as well.
   */
  async #heedStops() {
    const { hub, signals } = this.#context
    const ids = hub.all().map((live) => live.identity.id)
    if (ids.length === 0) return
    const rows = await signals.query<{ id: string; deleted: boolean }>(
      `select known.id, r.id is null or r.error_code is not distinct from 'deleted' or s.deleted_at is not null as deleted
       from unnest($1::uuid[]) known (id) left join replies r on r.id = known.id
       left join chat_sessions s on s.id = r.chat_session_id and r.stop_requested_at is not null
       where r.id is null or r.stop_requested_at is not null or r.error_code = 'deleted' or accounts_is_disabled(r.user_id)`,
      [ids]
    )
    for (const { id, deleted } of rows) hub.find(id)?.end(deleted ? 'deleted' : 'stopped')
  }

  /**
   * Appends what has come since the last tick: one INSERT for all replies, or between two regular ticks for those that another process
   * follows. One whose answer was lost is said again, longer. After a
   * break of the connection all parts are said again as they were, before or with the next one: a database that crashed has forgotten
   * the last of what it had not flushed, and who reads the text, or ends the reply should this process die now, would find a hole.
   */
  async #saveText(isRegular: boolean) {
    const { hub, signals } = this.#context
    if (hub.size === 0) return
    const query = await signals.connection()
    const isAllAgain = this.#mustSayAllAgain
    const rows: { replyId: string; seq: number; text: string }[] = []
    const grown: { live: LiveReply; ends: readonly number[] }[] = []
    for (const live of hub.all()) {
      if (!isRegular && !isAllAgain && live.followedUntil <= performance.now()) continue
      const known = this.#saved.get(live) ?? []
      const hasGrown = live.length > (known.at(-1) ?? 0)
      const ends: readonly number[] = hasGrown ? [...known, live.length] : known
      if (hasGrown) grown.push({ live, ends })
      for (let seq = isAllAgain ? 0 : known.length; seq < ends.length; seq++)
        rows.push({ replyId: live.identity.id, seq, text: live.text.slice(ends[seq - 1] ?? 0, ends[seq]) })
    }
    this.#mustSayAllAgain = false
    if (rows.length === 0) return
    const saving = query(
      `insert into reply_parts (reply_id, seq, text) select * from unnest($1::uuid[], $2::int[], $3::text[])
       on conflict (reply_id, seq) do update set text = excluded.text`,
      [rows.map(({ replyId }) => replyId), rows.map(({ seq }) => seq), rows.map(({ text }) => text)]
    )
    await saving.catch((error) => {
      this.#mustSayAllAgain ||= isAllAgain
      throw error
    })
    for (const { live, ends } of grown) this.#saved.set(live, ends)
    const followed = grown
      .filter(({ live }) => live.followedUntil > performance.now())
      .map(({ live }) => live.identity.id)
    while (followed.length > 0) await signals.send({ kind: 'progress', replyIds: followed.splice(0, repliesPerSignal) })
  }

  /**
   * Ends replies that gave no sign of life for too long, or that only reason. After a pause of this process itself the time starts
   * anew: what arrived meanwhile is still to be read.
   */
  #endSilent() {
    const { hub, timings } = this.#context
    const now = performance.now()
    const wasPaused = now - this.#lastLookAt > timings.tickMs * 3
    this.#lastLookAt = now
    if (wasPaused) for (const live of hub.all()) live.lastTextAt = live.lastSignAt = now
    for (const live of hub.all()) {
      const limitMs = live.length === 0 ? timings.firstTextTimeoutMs : timings.nextTextTimeoutMs
      const isSilent = now - live.lastSignAt > limitMs
      if (isSilent || now - live.lastTextAt > limitMs * thinkingTimesMax) live.end('timeout')
    }
  }
}
