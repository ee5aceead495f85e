import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * Something that happened in one module and must have its effect in another in the same transaction, or not at all.
 * Listeners run one after another; a listener that throws undoes the whole.
 */
export class Hook<Event> {
  readonly #listeners: ((event: Event, trx: TransactionClientContract) => Promise<void>)[] = []

  on(listener: (event: Event, trx: TransactionClientContract) => Promise<void>) {
    this.#listeners.push(listener)
  }

  async run(event: Event, trx: TransactionClientContract) {
    for (const listener of this.#listeners) await listener(event, trx)
  }

  /** The same from the last listener to the first: what builds on others goes before what it builds on. */
  async unwind(event: Event, trx: TransactionClientContract) {
    for (const listener of this.#listeners.toReversed()) await listener(event, trx)
  }
}
