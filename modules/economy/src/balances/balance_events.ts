import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { BalanceReader } from '#modules/accounts/index'
import { Bus, UserEvents } from '#modules/realtime/index'
import { Timers } from '#plugins/contract/timers'
import { BalanceUpdates } from '../../index.ts'

/** The ledger notifies this channel of every posting and of expired holds. The payload is the user's id. */
export const ledgerChannel = 'facet_balances'

/** How long changes are collected before the balances are read together. */
const batchMs = 50
const retryMs = 1_000

/**
 * Sends balances to users with an open event stream in this process: when a stream opens, after each posting, when holds expire, and when another module
 * reports a change. Nothing is read for other users.
 */
@inject()
export class BalanceEvents extends BalanceUpdates {
  readonly #events: UserEvents
  readonly #due = new Set<string>()
  /** The last balance that was sent to each listening user. */
  readonly #sent = new Map<string, number>()
  #cancelFlush: (() => void) | null = null
  #isReading = false

  constructor(
    bus: Bus,
    events: UserEvents,
    private readonly balances: BalanceReader,
    private readonly timers: Timers,
    private readonly logger: Logger
  ) {
    super()
    this.#events = events
    bus.listen(ledgerChannel, (userId) => this.refresh(userId))
    events.onOpen((userId) => {
      this.#sent.delete(userId)
      this.refresh(userId)
    })
    events.onIdle((userId) => this.#sent.delete(userId))
  }

  refresh(userId: string) {
    if (!this.#events.isListening(userId)) return
    this.#due.add(userId)
    this.#schedule(batchMs)
  }

  /** Reads all due balances in one query. Reads never overlap, so the balance sent last is the one read last. */
  async flush() {
    this.#cancelFlush?.()
    this.#cancelFlush = null
    if (this.#isReading || this.#due.size === 0) return
    this.#isReading = true
    const due = [...this.#due]
    this.#due.clear()
    const balances = await this.balances.readMany(due).catch((error) => {
      this.logger.warn({ err: error }, 'balances for event streams could not be read: retrying')
      return null
    })
    this.#isReading = false
    for (const userId of due)
      if (balances) this.#send(userId, balances.get(userId)?.rubies ?? 0)
      else if (this.#events.isListening(userId)) this.#due.add(userId)
    if (this.#due.size > 0) this.#schedule(balances ? batchMs : retryMs)
  }

  #schedule(afterMs: number) {
    this.#cancelFlush ??= this.timers.after(afterMs, () => void this.flush())
  }

  #send(userId: string, rubies: number) {
    if (!this.#events.isListening(userId) || this.#sent.get(userId) === rubies) return
    this.#sent.set(userId, rubies)
    this.#events.send(userId, { type: 'balance', rubies })
  }
}
