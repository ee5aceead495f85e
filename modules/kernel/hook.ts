import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * An event that other modules handle in the transaction that caused it. Listeners run in the order of registration. If one
 * throws, the transaction rolls back.
 */
export class Hook<Event> {
  readonly #listeners: ((event: Event, trx: TransactionClientContract) => Promise<void>)[] = []

  on(listener: (event: Event, trx: TransactionClientContract) => Promise<void>) {
    this.#listeners.push(listener)
  }

  async run(event: Event, trx: TransactionClientContract) {
    for (const listener of this.#listeners) await listener(event, trx)
  }

  /** Runs listeners in reverse order, so that dependent rows are removed before the rows they refer to. */
  async runInReverse(event: Event, trx: TransactionClientContract) {
    for (const listener of this.#listeners.toReversed()) await listener(event, trx)
  }
}
