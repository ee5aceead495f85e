import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseLedger } from '../ledger/database_ledger.ts'

/** Opens a new user's ruby account and credits the welcome rubies, in the transaction that opens their account. */
export class WelcomeUser {
  readonly #ledger: DatabaseLedger
  readonly #rubies: number

  constructor(ledger: DatabaseLedger, rubies: number) {
    this.#ledger = ledger
    this.#rubies = rubies
  }

  async run(userId: string, trx: TransactionClientContract) {
    await this.#ledger.openAccount(userId, trx)
    if (this.#rubies === 0) return
    await this.#ledger.post(
      { userId, amount: this.#rubies, type: 'welcome', description: 'Welcome rubies', key: 'welcome' },
      trx
    )
  }
}
