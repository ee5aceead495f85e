import type { Logger } from '@adonisjs/core/logger'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Timers } from '#plugins/contract/timers'
import { busChannel, topic, type Bus } from './bus.ts'
import type { StreamListener } from './stream_listener.ts'

/** One server-sent event. Serialize it once, then write it to every listener. */
export const frame = (event: object): string => `data: ${JSON.stringify(event)}\n\n`

/** An event for a user's open tabs. Publishers define the other fields. */
export type UserEvent = { type: string } & Record<string, unknown>

/** An open response to `GET /api/events`. */
export interface UserStream extends StreamListener {
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

const events = topic<{ from: string; events: [userId: string, event: UserEvent][] }>('events')
const signedOut = topic<{ userId: string }>('disabled')

/** Open streams of `GET /api/events` per user and process. */
const streamsPerUser = 20
/** How long events are collected before they are sent to the other processes together. */
const batchMs = 50
/** PostgreSQL accepts payloads under 8,000 bytes. An event has less than 300. */
const eventsPerMessage = 20
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
  readonly #onOpen: ((userId: string) => void)[] = []
  readonly #onIdle: ((userId: string) => void)[] = []
  readonly #onDelivered: ((userId: string, event: UserEvent) => void)[] = []
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
    bus.subscribe(events, (message) => {
      if (message.from !== bus.processId) for (const [userId, event] of message.events) this.send(userId, event)
    })
    bus.subscribe(signedOut, ({ userId }) => this.#endStreamsOf(userId))
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

  isListening(userId: string) {
    return this.#streams.has(userId)
  }

  /** Adds a stream until its client is gone. */
  open(userId: string, stream: UserStream) {
    const streams = this.#streams.get(userId) ?? new Set()
    this.#streams.set(userId, streams.add(stream))
    this.#size++
    stream.onGone(() => {
      if (!streams.delete(stream)) return
      this.#size--
      if (streams.size > 0) return
      this.#streams.delete(userId)
      for (const listener of this.#onIdle) listener(userId)
    })
    for (const listener of this.#onOpen) listener(userId)
    this.#scheduleSessionCheck()
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

  /** Sends an event to the user's streams in all processes: here at once, elsewhere with the next batch. */
  publish(userId: string, event: UserEvent) {
    this.send(userId, event)
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
    await trx.rawQuery(`SELECT pg_notify(?, json_build_object('kind', ?::text, 'userId', ?::text)::text)`, [
      busChannel,
      signedOut.name,
      userId,
    ])
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
    const unsent = this.#unsent.splice(0)
    try {
      for (; unsent.length > 0; unsent.splice(0, eventsPerMessage))
        await this.#bus.publish(events, { from: this.#bus.processId, events: unsent.slice(0, eventsPerMessage) })
    } catch (error) {
      this.#logger.warn({ err: error }, 'events could not be sent to the other processes: retrying')
      this.#unsent = [...unsent, ...this.#unsent].slice(-unsentMax)
      if (!this.#isClosed) this.#scheduleFlush(resendMs)
    }
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
