import type { Logger } from '@adonisjs/core/logger'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Timers } from '#plugins/contract/timers'
import { topic, type Bus } from './bus.ts'
import type { StreamListener } from './stream_listener.ts'

/** One server-sent event. Serialize it once, then write it to every listener. */
export const frame = (event: object): string => `data: ${JSON.stringify(event)}\n\n`

/** An event for a user's open tabs. Publishers define the other fields. */
export type UserEvent = { type: string } & Record<string, unknown>

/** An open response to `GET /api/events`. */
export interface UserStream extends StreamListener {
  /** Whether only hidden tabs listen. */
  readonly isHidden?: boolean
  /** Whether its session is still valid. Throws when that can't be determined. */
  isSignedIn(): Promise<boolean>
}

export interface UserEventsOptions {
  bus: Bus
  timers: Timers
  logger: Pick<Logger, 'warn'>
  /** How long a stream may outlive its session. */
  sessionCheckMs: number
  /** The maximum number of open streams of this process. */
  streamsMax: number
}

const events = topic<UserEvent>('events')
/** The channel of SQL for users whose streams end. The payload is the user's id. */
const endChannel = 'facet_stream_ends'

/** Open streams of `GET /api/events` per user and process. */
const streamsPerUser = 20
/** How long events are collected before they are sent to the other processes together. */
const batchMs = 50
/** How soon unsent events are sent again, and how many are kept. */
const resendMs = 1_000
const unsentMax = 2_000
/** Streams are ended one by one after a gap, so that browsers don't reconnect all at once. */
const endAfterGapMs = 1

/**
 * Pushes events to a user's browsers, whichever processes they are connected to. Events are hints and are not stored. A browser that was
 * disconnected reads the data again.
 */
export class UserEvents {
  readonly #bus: Bus
  readonly #timers: Timers
  readonly #logger: Pick<Logger, 'warn'>
  readonly #sessionCheckMs: number
  readonly #streamsMax: number
  readonly #streams = new Map<string, Set<UserStream>>()
  /** Unsubscribes from the events that other processes publish for a user. */
  readonly #leave = new Map<string, () => void>()
  readonly #onOpen: ((userId: string) => void)[] = []
  readonly #onIdle: ((userId: string) => void)[] = []
  readonly #onDelivered: ((userId: string, event: UserEvent) => void)[] = []
  readonly #onPublished: ((userId: string, event: UserEvent) => void)[] = []
  #size = 0
  #unsent: [userId: string, event: UserEvent][] = []
  #cancelSend: (() => void) | null = null
  #cancelSessionCheck: (() => void) | null = null
  #isClosed = false

  constructor({ bus, timers, logger, sessionCheckMs, streamsMax }: UserEventsOptions) {
    this.#bus = bus
    this.#timers = timers
    this.#logger = logger
    this.#sessionCheckMs = sessionCheckMs
    this.#streamsMax = streamsMax
    bus.listen(endChannel, (userId) => this.#endStreamsOf(userId))
    bus.onGap(() => void this.#endAllAfterGap())
  }

  /** Returns whether this process accepts another stream of the user. */
  capacity(userId: string): 'available' | 'too_many' | 'full' | 'closed' {
    if (this.#isClosed) return 'closed'
    if (this.#size >= this.#streamsMax) return 'full'
    return (this.#streams.get(userId)?.size ?? 0) >= streamsPerUser ? 'too_many' : 'available'
  }

  /** The number of open streams in this process. */
  get size() {
    return this.#size
  }

  /** The users with an open stream in this process. */
  get userIds(): readonly string[] {
    return [...this.#streams.keys()]
  }

  /** Whether the user has a stream in this process, and who listens to it. */
  sightOf(userId: string): 'in_sight' | 'hidden' | 'none' {
    const streams = this.#streams.get(userId)
    if (!streams) return 'none'
    for (const { isHidden } of streams) if (!isHidden) return 'in_sight'
    return 'hidden'
  }

  isListening(userId: string) {
    return this.#streams.has(userId)
  }

  /**
   * Adds a stream until its client is gone. Resolves when the events of other processes arrive, so that a client that reads its data after
   * that misses nothing.
   */
  open(userId: string, stream: UserStream): Promise<void> {
    const streams = this.#streams.get(userId) ?? new Set()
    this.#streams.set(userId, streams.add(stream))
    if (streams.size === 1)
      this.#leave.set(
        userId,
        this.#bus.subscribe(events, userId, (event) => this.send(userId, event))
      )
    this.#size++
    stream.onGone(() => {
      if (!streams.delete(stream)) return
      this.#size--
      if (streams.size > 0) return
      this.#streams.delete(userId)
      this.#leave.get(userId)?.()
      this.#leave.delete(userId)
      for (const listener of this.#onIdle) listener(userId)
    })
    for (const listener of this.#onOpen) listener(userId)
    this.#scheduleSessionCheck()
    return this.#bus.subscribed()
  }

  /** Calls back for each stream that is opened in this process. */
  onOpen(listener: (userId: string) => void) {
    this.#onOpen.push(listener)
  }

  /** Calls back when the last stream of a user in this process is gone. */
  onIdle(listener: (userId: string) => void) {
    this.#onIdle.push(listener)
  }

  /** Calls back after an event was written to streams of this process, whichever process it came from. */
  onDelivered(listener: (userId: string, event: UserEvent) => void) {
    this.#onDelivered.push(listener)
  }

  /** Calls back for each event that this process publishes. */
  onPublished(listener: (userId: string, event: UserEvent) => void) {
    this.#onPublished.push(listener)
  }

  /** Sends an event to the user's streams in all processes: here at once, elsewhere with the next batch. */
  publish(userId: string, event: UserEvent) {
    this.send(userId, event)
    for (const listener of this.#onPublished) listener(userId, event)
    if (!this.#bus.hasPeers) return
    this.#unsent.push([userId, event])
    this.#scheduleFlush(batchMs)
  }

  /** Sends an event to the user's streams in this process only. */
  send(userId: string, event: UserEvent) {
    const streams = this.#streams.get(userId)
    if (!streams) return
    const text = frame(event)
    // A client that reads too slowly is disconnected. It reconnects and reads the data again.
    for (const stream of streams)
      if (stream.isFull) stream.end()
      else stream.write(text)
    for (const listener of this.#onDelivered) listener(userId, event)
  }

  /**
   * Ends the user's streams in every process once the transaction is committed. A process that misses the message ends them at its next
   * check of the sessions.
   */
  async endStreams(userId: string, trx: TransactionClientContract) {
    await trx.rawQuery('SELECT pg_notify(?, ?)', [endChannel, userId])
  }

  /** Ends all streams and accepts no more. Unsent events are still sent by `flush`. */
  close() {
    this.#isClosed = true
    this.#cancelSessionCheck?.()
    for (const streams of this.#streams.values()) for (const stream of streams) stream.end()
  }

  /** Sends the collected events to the other processes now. */
  async flush() {
    this.#cancelSend?.()
    this.#cancelSend = null
    const sent = this.#unsent.splice(0)
    const answers = await Promise.allSettled(sent.map(([userId, event]) => this.#bus.publish(events, userId, event)))
    const failure = answers.find((answer) => answer.status === 'rejected')
    if (!failure) return
    this.#logger.warn({ err: failure.reason }, 'events could not be sent to the other processes: retrying')
    const unsent = sent.filter((_, index) => answers[index]!.status === 'rejected')
    this.#unsent = [...unsent, ...this.#unsent].slice(-unsentMax)
    if (!this.#isClosed) this.#scheduleFlush(resendMs)
  }

  #endStreamsOf(userId: string) {
    for (const stream of this.#streams.get(userId) ?? []) stream.end()
  }

  async #endAllAfterGap() {
    const open = [...this.#streams.values()].flatMap((streams) => [...streams])
    for (const stream of open) {
      stream.end()
      await this.#timers.sleep(endAfterGapMs)
    }
  }

  #scheduleFlush(afterMs: number) {
    this.#cancelSend ??= this.#timers.after(afterMs, () => void this.flush())
  }

  #scheduleSessionCheck() {
    if (this.#isClosed || this.#cancelSessionCheck) return
    this.#cancelSessionCheck = this.#timers.after(this.#sessionCheckMs, () => void this.#checkSessions())
  }

  /** Checks one stream after another, so that many streams don't occupy the database pool. */
  async #checkSessions() {
    for (const streams of this.#streams.values())
      for (const stream of streams) {
        if (this.#isClosed) return
        // Streams stay open while the database is unavailable.
        if (!(await stream.isSignedIn().catch(() => true))) stream.end()
      }
    this.#cancelSessionCheck = null
    if (this.#size > 0) this.#scheduleSessionCheck()
  }
}
