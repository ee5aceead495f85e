import type { Logger } from '@adonisjs/core/logger'
import type { BalanceReader } from '#modules/accounts/index'
import { limits, type ReplyEnding, type ReplyKind, type ReplyState, type UserEvent } from '../../api.ts'
import { frame } from '../replies/reply_events.ts'
import type { ReplySignals } from '../replies/reply_signals.ts'

/** One open `GET /api/events`. */
export interface EventListener {
  write(frame: string): void
  end(): void
  readonly isFull: boolean
  onGone(callback: () => void): void
  /** Whether its session is still good. Throws while that can't be told. */
  isSignedIn(): Promise<boolean>
}

export interface UserEventsOptions {
  /** This process, for the others. */
  owner: string
  signals: ReplySignals
  balances: BalanceReader
  logger: Logger
  /** How long a stream may outlive its session. */
  lookEveryMs: number
}

interface ReplySubject {
  userId: string
  chatSessionId: string
  characterId: string
  messageId: string
  kind: ReplyKind
}

/** What several events of one moment wait for, so that they go to the other processes, or lead to a look at a balance, together. */
const gatherMs = 50
const listenersMax = 5_000
/** PostgreSQL takes payloads under 8,000 bytes. An event has under 300. */
const eventsPerSignal = 20
/** How soon those that could not be told are told again, and how many are kept for it. */
const againMs = 1_000
const keptMax = 2_000
/** Streams that end because of a gap end one after another, so that not everybody is back in the same moment. */
const perGapMs = 1

interface EndedRow extends ReplySubject {
  state: ReplyEnding
}

const endedReplies = `select r.user_id as "userId", r.chat_session_id as "chatSessionId", s.character_id as "characterId",
    r.message_id as "messageId", r.kind, r.state
  from replies r join chat_sessions s on s.id = r.chat_session_id`

const eventOf = ({ chatSessionId, characterId, messageId, kind }: ReplySubject, state: ReplyState): UserEvent => ({
  type: 'reply',
  sessionId: chatSessionId,
  characterId,
  messageId,
  kind,
  state,
})

/**
 * Tells people what changed for them, in every tab and on every device, whichever process it happened in. Hints, not a log: who
 * was away reads anew. Balances are read only for those who listen here; the other processes are told only while there are any.
 */
export class UserEvents {
  readonly #options: UserEventsOptions
  readonly #listeners = new Map<string, Set<EventListener>>()
  readonly #rubies = new Map<string, number>()
  #count = 0
  #waiting: [userId: string, event: UserEvent][] = []
  readonly #dueBalances = new Set<string>()
  #isReading = false
  #timer: NodeJS.Timeout | null = null
  #looking: NodeJS.Timeout | null = null
  #isClosed = false
  /** Other processes live: told by the keeper at every tick, and by a newcomer itself. */
  hasCompany = true

  constructor(options: UserEventsOptions) {
    this.#options = options
    options.signals.onSignal((signal) => {
      if (signal.kind === 'balance') this.tellBalance(signal.userId)
      else if (signal.kind === 'disabled') this.#endOf(signal.userId)
      else if (signal.kind === 'hello') this.hasCompany ||= signal.from !== options.owner
      else if (signal.kind === 'events' && signal.from !== options.owner)
        for (const [userId, event] of signal.events) this.#deliver(userId, event)
    })
    options.signals.onGap(() => void this.#endAfterGap())
  }

  /** Whether there is room for one more stream of this user. */
  room(userId: string): 'room' | 'too_many' | 'full' | 'closed' {
    if (this.#isClosed) return 'closed'
    if (this.#count >= listenersMax) return 'full'
    return (this.#listeners.get(userId)?.size ?? 0) >= limits.eventStreamsPerUser ? 'too_many' : 'room'
  }

  /** How many streams listen here. */
  get size() {
    return this.#count
  }

  /** From now on until it is gone. It hears the balance first. */
  listen(userId: string, listener: EventListener) {
    const listeners = this.#listeners.get(userId) ?? new Set()
    this.#listeners.set(userId, listeners.add(listener))
    this.#count++
    listener.onGone(() => {
      if (!listeners.delete(listener)) return
      this.#count--
      if (listeners.size > 0) return
      this.#listeners.delete(userId)
      this.#rubies.delete(userId)
    })
    this.#rubies.delete(userId)
    this.tellBalance(userId)
    this.#lookLater()
  }

  tell(userId: string, event: UserEvent) {
    this.#deliver(userId, event)
    if (!this.hasCompany) return
    this.#waiting.push([userId, event])
    this.#soon()
  }

  tellReply(subject: ReplySubject, state: ReplyState) {
    this.tell(subject.userId, eventOf(subject, state))
  }

  /** Replies that were ended here on behalf of a process that is gone. */
  async tellEnded(replyIds: readonly string[]) {
    if (replyIds.length === 0) return
    const rows = await this.#options.signals.query<EndedRow>(`${endedReplies} where r.id = any ($1::uuid[])`, [
      replyIds,
    ])
    for (const row of rows) this.tellReply(row, row.state)
  }

  /**
   * What processes that are gone ended last: they may have been killed before they told it. Each process reads it for those who
   * listen to itself; that some of them hear it a second time does no harm.
   */
  async tellLastOf(owners: readonly string[], withinMs: number) {
    if (this.#count === 0) return
    const rows = await this.#options.signals.query<EndedRow>(
      `${endedReplies} where r.user_id = any ($1::uuid[]) and r.owner = any ($2::uuid[])
         and r.created_at > now() - interval '1 day' and r.ended_at > now() - $3 * interval '1 millisecond'`,
      [[...this.#listeners.keys()], owners, withinMs + againMs]
    )
    for (const row of rows) this.#deliver(row.userId, eventOf(row, row.state))
  }

  /** To those who listen here. */
  tellBalance(userId: string) {
    if (!this.#listeners.has(userId)) return
    this.#dueBalances.add(userId)
    this.#soon()
  }

  /** Ends all streams; none begins any more. What is still to be told to the other processes is told by `flush`. */
  close() {
    this.#isClosed = true
    if (this.#looking) clearTimeout(this.#looking)
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener.end()
  }

  #endOf(userId: string) {
    for (const listener of this.#listeners.get(userId) ?? []) listener.end()
  }

  /** What happened may not have been heard here: the tables know it, and who comes back reads them anew. */
  async #endAfterGap() {
    const listening = [...this.#listeners.values()].flatMap((listeners) => [...listeners])
    for (const listener of listening) {
      listener.end()
      await new Promise((resolve) => setTimeout(resolve, perGapMs).unref())
    }
  }

  #deliver(userId: string, event: UserEvent) {
    const listeners = this.#listeners.get(userId)
    if (!listeners) return
    this.#write(listeners, frame(event))
    // What begins holds rubies, and what ends takes them or gives them back.
    if (event.type === 'reply' || (event.type === 'chat' && event.what === 'chat_deleted')) this.tellBalance(userId)
  }

  #write(listeners: Set<EventListener>, text: string) {
    // Who reads too slowly loses the stream, comes back, and reads anew.
    for (const listener of listeners)
      if (listener.isFull) listener.end()
      else listener.write(text)
  }

  #lookLater() {
    if (this.#isClosed || this.#looking) return
    this.#looking = setTimeout(() => void this.#lookAtSessions(), this.#options.lookEveryMs).unref()
  }

  /** One after another, as the balances, so that many streams never queue for the database's few connections. */
  async #lookAtSessions() {
    for (const listeners of this.#listeners.values())
      for (const listener of listeners) {
        if (this.#isClosed) return
        // While the database is away nobody is signed out.
        if (!(await listener.isSignedIn().catch(() => true))) listener.end()
      }
    this.#looking = null
    if (this.#count > 0) this.#lookLater()
  }

  #soon(afterMs = gatherMs) {
    if (this.#timer) return
    this.#timer = setTimeout(() => void this.flush(), afterMs).unref()
  }

  /** Tells at once what is waiting to be told. */
  async flush() {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const { signals, owner, logger } = this.#options
    const waiting = this.#waiting.splice(0)
    try {
      for (; waiting.length > 0; waiting.splice(0, eventsPerSignal))
        await signals.send({ kind: 'events', from: owner, events: waiting.slice(0, eventsPerSignal) })
    } catch (error) {
      logger.warn({ err: error }, 'the other processes could not be told what changed: they are told again')
      this.#waiting = [...waiting, ...this.#waiting].slice(-keptMax)
      if (!this.#isClosed) this.#soon(againMs)
    }
    await this.#readBalances()
  }

  /** All that are due in one look, and one look at a time: what is told last is what was read last. */
  async #readBalances() {
    if (this.#isReading || this.#isClosed || this.#dueBalances.size === 0) return
    this.#isReading = true
    const due = [...this.#dueBalances]
    this.#dueBalances.clear()
    const balances = await this.#options.balances.readMany(due).catch((error) => {
      this.#options.logger.warn({ err: error }, 'balances could not be read for those who listen: they are read again')
      return null
    })
    this.#isReading = false
    for (const userId of due)
      if (balances) this.#tellRubies(userId, balances.get(userId)?.rubies ?? 0)
      else if (this.#listeners.has(userId)) this.#dueBalances.add(userId)
    if (this.#dueBalances.size > 0) this.#soon(balances ? gatherMs : againMs)
  }

  #tellRubies(userId: string, rubies: number) {
    const listeners = this.#listeners.get(userId)
    if (!listeners || this.#rubies.get(userId) === rubies) return
    this.#rubies.set(userId, rubies)
    this.#write(listeners, frame({ type: 'balance', rubies }))
  }
}
