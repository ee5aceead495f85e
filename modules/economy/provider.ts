import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { Accounts, BalanceReader, DiscordMembership } from '#modules/accounts/index'
import type { Gates } from '#modules/kernel/gates'
import { PeriodicTaskRunner } from '#modules/kernel/periodic_tasks'
import { RebuildCheck } from '#modules/kernel/rebuild/rebuild'
import { Bus, UserEvents } from '#modules/realtime/index'
import {
  BalanceUpdates,
  Ledger,
  LedgerChecks,
  OrderQueue,
  OrderReconciliation,
  RubyAdjustments,
  RubyDebts,
  RubyFlow,
  type EconomySettings,
} from './index.ts'
import { AdjustRubies } from './src/actions/adjust_rubies.ts'
import { closeRubyAccount } from './src/actions/close_ruby_account.ts'
import { WelcomeUser } from './src/actions/welcome_user.ts'
import { BalanceEvents } from './src/balances/balance_events.ts'
import { DatabaseLedgerChecks } from './src/checks/database_ledger_checks.ts'
import { DatabaseLedger } from './src/ledger/database_ledger.ts'
import { ApplyPaymentEvent } from './src/orders/apply_payment_event.ts'
import { BeginCheckout } from './src/orders/begin_checkout.ts'
import { OrderQueueQuery } from './src/orders/order_queue_query.ts'
import { ReconcileOrders } from './src/orders/reconcile_orders.ts'
import { Shop } from './src/orders/shop.ts'
import { LedgerBalanceReader } from './src/queries/balance_query.ts'
import { HiddenBalances } from './src/queries/hidden_balances.ts'
import { DebtsQuery } from './src/queries/debts_query.ts'
import { exportRubies } from './src/queries/export_rubies.ts'
import { RubyFlowQuery } from './src/queries/ruby_flow_query.ts'
import { economyTasks } from './src/periodic_tasks.ts'
import { ClaimDailyReward } from './src/rewards/claim_daily_reward.ts'
import { ClaimDiscordReward } from './src/rewards/claim_discord_reward.ts'
import { NetworkRewards, type NetworkRewardSettings } from './src/rewards/network_rewards.ts'

export default class EconomyProvider {
  #worker?: PeriodicTaskRunner

  constructor(private readonly app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(DatabaseLedger, async (resolver) => new DatabaseLedger(await resolver.make(Database)))
    container.singleton(Ledger, (resolver) => resolver.make(DatabaseLedger))
    container.singleton(RebuildCheck, async (resolver) => {
      const ledger = await resolver.make(Ledger)
      return {
        problems: async (trx) =>
          (await ledger.verify(trx)).problems.map(({ userId, problem }) => `${userId}: ${problem}`),
      }
    })
    container.singleton(RubyAdjustments, async (resolver) => new AdjustRubies(await resolver.make(Ledger)))
    container.singleton(RubyDebts, async (resolver) => new DebtsQuery(await resolver.make(Database)))
    container.singleton(RubyFlow, async (resolver) => new RubyFlowQuery(await resolver.make(Database)))
    container.singleton(BalanceReader, async (resolver) =>
      this.#hasRubies ? new LedgerBalanceReader(await resolver.make(Database)) : new HiddenBalances()
    )
    container.singleton(BalanceUpdates, async (resolver) => {
      const [bus, events] = await Promise.all([resolver.make(Bus), resolver.make(UserEvents)])
      const [balances, logger] = await Promise.all([resolver.make(BalanceReader), resolver.make('logger')])
      return new BalanceEvents({ bus, events, balances, timers: await resolver.make(Timers), logger })
    })
    container.singleton(LedgerChecks, async (resolver) => new DatabaseLedgerChecks(await resolver.make(Database)))
    container.singleton(OrderQueue, () => new OrderQueueQuery())
    this.#registerRewards()
    this.#registerShop()
  }

  #registerRewards() {
    const { container } = this.app
    container.singleton(NetworkRewards, () => {
      const { rubiesPerNetworkAndDay, networkKey } = this.app.config.get<NetworkRewardSettings>('rewards')
      const isLimited = this.app.config.get<boolean>('limits.enabled')
      return new NetworkRewards({ rubiesPerNetworkAndDay: isLimited ? rubiesPerNetworkAndDay : null, networkKey })
    })
    container.singleton(ClaimDailyReward, async (resolver) => {
      const [db, ledger] = await Promise.all([resolver.make(Database), resolver.make(Ledger)])
      const networks = await resolver.make(NetworkRewards)
      return new ClaimDailyReward(db, ledger, networks, this.#settings.dailyRewardRubies)
    })
    container.singleton(ClaimDiscordReward, async (resolver) => {
      const isKnown = container.hasBinding(DiscordMembership)
      const unknown = this.app.config.get<boolean>('rewards.checksDiscordMembership') ? 'unavailable' : 'trust'
      const membership = isKnown ? await resolver.make(DiscordMembership) : unknown
      const [db, networks] = await Promise.all([resolver.make(Database), resolver.make(NetworkRewards)])
      return new ClaimDiscordReward(db, membership, networks, this.#settings.discordRewardRubies)
    })
  }

  #registerShop() {
    const { container, config } = this.app
    const provider = () => config.get<Shop['provider']>('payments.provider', null)
    const gates = () => config.get<Gates | undefined>('timers.gates')
    container.singleton(ApplyPaymentEvent, async (resolver) => {
      const [db, ledger] = await Promise.all([resolver.make(Database), resolver.make(DatabaseLedger)])
      return new ApplyPaymentEvent(db, ledger, await resolver.make('logger'), gates())
    })
    container.singleton(Shop, async (resolver): Promise<Shop> => {
      const { packs, checkoutMinutes } = this.#settings
      const settings = {
        provider: provider(),
        packs,
        checkoutMinutes,
        appUrl: config.get<string>('app.appUrl'),
        limitsEnabled: config.get<boolean>('limits.enabled'),
        timers: await resolver.make(Timers),
        gates: gates(),
      }
      const [db, logger] = await Promise.all([resolver.make(Database), resolver.make('logger')])
      return {
        packs: packs.map((pack) => ({ ...pack, isTest: settings.provider?.isTest ?? false })),
        provider: settings.provider,
        beginCheckout: new BeginCheckout(db, settings, logger),
        applyEvent: await resolver.make(ApplyPaymentEvent),
      }
    })
    container.singleton(OrderReconciliation, async (resolver) => {
      const [db, applyEvent] = await Promise.all([resolver.make(Database), resolver.make(ApplyPaymentEvent)])
      return new ReconcileOrders(db, applyEvent, provider(), {
        timers: await resolver.make(Timers),
        logger: await resolver.make('logger'),
      })
    })
  }

  async boot() {
    const { container } = this.app
    const [ledger, networks] = [await container.make(DatabaseLedger), await container.make(NetworkRewards)]
    const welcome = new WelcomeUser(ledger, networks, {
      rubies: this.#settings.welcomeRubies,
      needsEmail: this.app.config.get<boolean>('rewards.welcomeNeedsEmail'),
    })
    const accounts = await container.make(Accounts)
    accounts.opened.on((opened, trx) => welcome.run(opened, trx))
    accounts.emailVerified.on((verified, trx) => welcome.emailVerified(verified, trx))
    accounts.closing.on(({ userId }, trx) => closeRubyAccount(userId, trx))
    exportRubies(accounts.exportSections, await container.make(Database))
  }

  async start() {
    await import('./routes.ts')
    if (this.#hasRubies) await import('./ruby_routes.ts')
    if (this.app.getEnvironment() === 'web') await this.app.container.make(BalanceUpdates)
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const logger = await container.make('logger')
    const tasks = economyTasks({
      db: await container.make(Database),
      ledger: await container.make(Ledger),
      checks: await container.make(LedgerChecks),
      orders: await container.make(OrderReconciliation),
      checkMinutes: this.#settings.ledgerCheckMinutes,
      logger,
    })
    this.#worker = new PeriodicTaskRunner(tasks, logger, await container.make(Timers))
    this.#worker.start()
  }

  async shutdown() {
    await this.#worker?.stop()
  }

  get #hasRubies() {
    return this.app.config.get<boolean>('rubies.isOn')
  }

  get #settings() {
    return this.app.config.get<EconomySettings>('economy')
  }
}
