import { BalanceReader } from '#modules/accounts/index'
import type { Ledger } from '../../index.ts'

/** What accounts shows of the economy. Nobody has joined by Discord yet: that reward is not built. */
export class LedgerBalanceReader extends BalanceReader {
  readonly #ledger: Ledger

  constructor(ledger: Ledger) {
    super()
    this.#ledger = ledger
  }

  async read(userId: string) {
    return { rubies: await this.#ledger.rubies(userId), discordJoined: false }
  }
}
