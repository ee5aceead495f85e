import { BalanceReader, type Balance } from '#modules/accounts/index'

/** Hides all balances while the operator has turned rubies off. */
export class HiddenBalances extends BalanceReader {
  async read(): Promise<Balance> {
    return { rubies: 0, rubyDebt: 0, discordJoined: false, welcomeRubiesWaiting: 0 }
  }

  async readMany(): Promise<Map<string, Balance>> {
    return new Map()
  }
}
