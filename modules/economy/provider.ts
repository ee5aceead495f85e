import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts, BalanceReader } from '#modules/accounts/index'
import { Ledger, RubyAdjustments } from './index.ts'
import { AdjustRubies } from './src/actions/adjust_rubies.ts'
import { ExpireHolds } from './src/actions/expire_holds.ts'
import { WelcomeUser } from './src/actions/welcome_user.ts'
import { DatabaseLedger } from './src/ledger/database_ledger.ts'
import { LedgerBalanceReader } from './src/queries/balance_query.ts'

export default class EconomyProvider {
  #expireHolds?: ExpireHolds

  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(DatabaseLedger, async (resolver) => new DatabaseLedger(await resolver.make(Database)))
    container.singleton(Ledger, (resolver) => resolver.make(DatabaseLedger))
    container.singleton(RubyAdjustments, async (resolver) => new AdjustRubies(await resolver.make(Ledger)))
    container.singleton(BalanceReader, async (resolver) => new LedgerBalanceReader(await resolver.make(Ledger)))
  }

  async boot() {
    const { container } = this.app
    const rubies = this.app.config.get<number>('economy.welcomeRubies')
    const welcome = new WelcomeUser(await container.make(DatabaseLedger), rubies)
    const accounts = await container.make(Accounts)
    accounts.opened.on(({ userId }, trx) => welcome.run(userId, trx))
  }

  async start() {
    await import('./routes.ts')
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    this.#expireHolds = new ExpireHolds(await this.app.container.make(Ledger), await this.app.container.make('logger'))
    this.#expireHolds.start()
  }

  async shutdown() {
    await this.#expireHolds?.stop()
  }
}
