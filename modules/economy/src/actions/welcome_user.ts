import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { OpenedAccount } from '#modules/accounts/index'
import type { DatabaseLedger } from '../ledger/database_ledger.ts'
import type { NetworkRewards } from '../rewards/network_rewards.ts'

/**
 * Opens a ruby account and credits the welcome rubies in the transaction that opens the user's account. Credits nothing when the e-mail
 * had an account within the last year or the network reached its daily limit.
 */
export class WelcomeUser {
  readonly #ledger: DatabaseLedger
  readonly #networks: NetworkRewards
  readonly #rubies: number

  constructor(ledger: DatabaseLedger, networks: NetworkRewards, rubies: number) {
    this.#ledger = ledger
    this.#networks = networks
    this.#rubies = rubies
  }

  async run({ userId, hadAccount, address }: OpenedAccount, trx: TransactionClientContract) {
    await this.#ledger.openAccount(userId, trx)
    if (this.#rubies === 0 || hadAccount) return
    if (!(await this.#networks.count(this.#rubies, address, trx))) return
    await this.#ledger.post(
      { userId, amount: this.#rubies, type: 'welcome', description: 'Welcome rubies', key: 'welcome' },
      trx
    )
  }
}
