import type { Logger } from '@adonisjs/core/logger'
import type { Timers } from '#plugins/contract/timers'
import type { UserEvent, UserEvents } from './user_events.ts'

export interface LiveValuesOptions<Value> {
  events: UserEvents
  timers: Timers
  logger: Pick<Logger, 'warn'>
  /** Names the values for the log. */
  name: string
  /** Reads the values of these users. The map may leave users out. */
  read: (userIds: readonly string[]) => Promise<Map<string, Value>>
  /** The value of users whom `read` leaves out. */
  missing: Value
  toEvent: (value: Value) => UserEvent
}

/** How long changes are collected before the values are read together. */
const batchMs = 50
const retryMs = 1_000

/**
 * Keeps a number or a text of users current in their open tabs: sends it when a stream opens, and after each change that is reported.
 * Values are read for users with an open stream in this process only, together, and sent if they differ from the last one.
 */
export class LiveValues<Value extends string | number> {
  readonly #options: LiveValuesOptions<Value>
  readonly #due = new Set<string>()
  /** The last value that was sent to each listening user. */
  readonly #sent = new Map<string, Value>()
  #cancelFlush: (() => void) | null = null
  #isReading = false

  constructor(options: LiveValuesOptions<Value>) {
    this.#options = options
    options.events.onOpen((userId) => {
      this.#sent.delete(userId)
      this.refresh(userId)
    })
    options.events.onIdle((userId) => this.#sent.delete(userId))
  }

  /** Reads the value soon and sends it. Costs nothing for users without an open stream in this process. */
  refresh(userId: string) {
    if (!this.#options.events.isListening(userId)) return
    this.#due.add(userId)
    this.#schedule(batchMs)
  }

  /** Reads all due values in one query. Reads never overlap, so the value sent last is the one read last. */
  async flush() {
    this.#cancelFlush?.()
    this.#cancelFlush = null
    if (this.#isReading || this.#due.size === 0) return
    this.#isReading = true
    const due = [...this.#due]
    this.#due.clear()
    const { read, logger, name, missing, events } = this.#options
    const values = await read(due).catch((error) => {
      logger.warn({ err: error }, `${name} for event streams could not be read: retrying`)
      return null
    })
    this.#isReading = false
    for (const userId of due)
      if (values) this.#send(userId, values.get(userId) ?? missing)
      else if (events.isListening(userId)) this.#due.add(userId)
    if (this.#due.size > 0) this.#schedule(values ? batchMs : retryMs)
  }

  #schedule(afterMs: number) {
    this.#cancelFlush ??= this.#options.timers.after(afterMs, () => void this.flush())
  }

  #send(userId: string, value: Value) {
    const { events, toEvent } = this.#options
    if (!events.isListening(userId) || this.#sent.get(userId) === value) return
    this.#sent.set(userId, value)
    events.send(userId, toEvent(value))
  }
}
