import type { Logger } from '@adonisjs/core/logger'
import type { BalanceReader } from '#modules/accounts/index'
import { limits, type ReplyKind, type UserEvent } from '../../api.ts'
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
  #dueBalances = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #looking: NodeJS.Timeout | null = null
  #isClosed = false
  /** Other processes live: told by the keeper at every tick, and by a newcomer itself. */
  hasCompany = true

  constructor(options: UserEventsOptions) {
    this.#options = options
    options.signals.onSignal((signal) => {
      if (signal.kind === 'balance') this.tellBalance(signal.userId)
      else if (signal.kind === 'hello') this.hasCompany ||= signal.from !== options.owner
      else if (signal.kind === 'events' && signal.from !== options.owner)
        for (const [userId, event] of signal.events) this.#deliver(userId, event)
    })
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

  tellReply(
    { userId, chatSessionId, characterId, messageId, kind }: ReplySubject,
    state: Extract<UserEvent, { type: 'reply' }>['state']
  ) {
    this.tell(userId, { type: 'reply', sessionId: chatSessionId, characterId, messageId, kind, state })
  }

  /** Replies that were ended here on behalf of a process that is gone. */
  async tellEnded(replyIds: readonly string[]) {
    if (replyIds.length === 0) return
    const rows = await this.#options.signals.query<{
      user_id: string
      chat_session_id: string
      character_id: string
      message_id: string
      kind: ReplyKind
      state: 'broken_off' | 'failed'
    }>(
      `select r.user_id, r.chat_session_id, s.character_id, r.message_id, r.kind, r.state
       from replies r join chat_sessions s on s.id = r.chat_session_id where r.id = any ($1::uuid[])`,
      [replyIds]
    )
    for (const row of rows) {
      const subject = { userId: row.user_id, chatSessionId: row.chat_session_id, characterId: row.character_id }
      this.tellReply({ ...subject, messageId: row.message_id, kind: row.kind }, row.state)
    }
  }

  /** To those who listen here. */
  tellBalance(userId: string) {
    if (!this.#listeners.has(userId)) return
    this.#dueBalances.add(userId)
    this.#soon()
  }

  /** Ends all streams; none begins any more. */
  close() {
    this.#isClosed = true
    if (this.#looking) clearTimeout(this.#looking)
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener.end()
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

  #soon() {
    if (this.#timer) return
    this.#timer = setTimeout(() => void this.#flush(), gatherMs).unref()
  }

  async #flush() {
    this.#timer = null
    const { signals, owner, logger } = this.#options
    const waiting = this.#waiting.splice(0)
    const due = [...this.#dueBalances]
    this.#dueBalances.clear()
    try {
      while (waiting.length > 0)
        await signals.send({ kind: 'events', from: owner, events: waiting.splice(0, eventsPerSignal) })
    } catch (error) {
      logger.warn({ err: error }, 'the other processes could not be told what changed')
    }
    for (const userId of due) if (!this.#isClosed) await this.#readBalance(userId)
  }

  async #readBalance(userId: string) {
    try {
      const { rubies } = await this.#options.balances.read(userId)
      const listeners = this.#listeners.get(userId)
      if (!listeners || this.#rubies.get(userId) === rubies) return
      this.#rubies.set(userId, rubies)
      this.#write(listeners, frame({ type: 'balance', rubies }))
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'a balance could not be read for those who listen')
    }
  }
}
