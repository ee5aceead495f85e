import type { LoggerService } from '@adonisjs/core/types'
import type { Ledger } from '../../index.ts'

const everyMs = 15_000

/** Gives back, every quarter of a minute, what was held for longer than it may be. Any number of processes may do so. */
export class ExpireHolds {
  readonly #ledger: Ledger
  readonly #logger: Pick<LoggerService, 'info' | 'warn'>
  #timer?: NodeJS.Timeout
  #running: Promise<void> = Promise.resolve()

  constructor(ledger: Ledger, logger: Pick<LoggerService, 'info' | 'warn'>) {
    this.#ledger = ledger
    this.#logger = logger
  }

  start() {
    let busy = false
    this.#timer = setInterval(() => {
      if (busy) return
      busy = true
      this.#running = this.#tick().finally(() => (busy = false))
    }, everyMs).unref()
  }

  /** Ends the timer and waits for the tick under way. */
  async stop() {
    clearInterval(this.#timer)
    await this.#running
  }

  async #tick() {
    try {
      const expired = await this.#ledger.expireHolds()
      if (expired > 0) this.#logger.info({ expired }, 'gave back holds whose time had passed')
    } catch (error) {
      this.#logger.warn({ err: error }, 'could not give back holds; the next tick tries again')
    }
  }
}
