import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts, BalanceReader, DiscordMembership, SitePages } from '#modules/accounts/index'
import { bindPort, bindSettings, bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { RebuildCheck } from '#modules/kernel/rebuild/rebuild'
import { AppSettings, Brand } from '#modules/kernel/settings'
import { Mail } from '#modules/mail/index'
import {
  BalanceUpdates,
  DailyRewards,
  Ledger,
  LedgerChecks,
  OrderQueue,
  OrderReconciliation,
  OrderRefunds,
  RubyAdjustments,
  RubyCodes,
  RubyDebts,
  RubyFlow,
  EconomySettings,
  ShareSettings,
} from './index.ts'
import { AdjustRubies } from './src/actions/adjust_rubies.ts'
import { closeRubyAccount } from './src/actions/close_ruby_account.ts'
import { WelcomeUser } from './src/actions/welcome_user.ts'
import { BalanceEvents } from './src/balances/balance_events.ts'
import { DatabaseRubyCodes } from './src/codes/database_ruby_codes.ts'
import { RedeemCode } from './src/codes/redeem_code.ts'
import { DatabaseLedgerChecks } from './src/checks/database_ledger_checks.ts'
import { DatabaseLedger } from './src/ledger/database_ledger.ts'
import { PaymentSettings, RewardSettings } from './src/economy_settings.ts'
import { ApplyPaymentEvent } from './src/orders/apply_payment_event.ts'
import { BeginCheckout } from './src/orders/begin_checkout.ts'
import { composeReceipt, composeRefund, receiptMail, refundMail } from './src/orders/order_mails.ts'
import { OrderQueueQuery } from './src/orders/order_queue_query.ts'
import { ReconcileOrders } from './src/orders/reconcile_orders.ts'
import { RecordRefund } from './src/orders/record_refund.ts'
import { Shop } from './src/orders/shop.ts'
import { LedgerBalanceReader } from './src/queries/balance_query.ts'
import { HiddenBalances } from './src/queries/hidden_balances.ts'
import { DebtsQuery } from './src/queries/debts_query.ts'
import { exportRubies } from './src/queries/export_rubies.ts'
import { RubyFlowQuery } from './src/queries/ruby_flow_query.ts'
import { SharesQuery } from './src/queries/shares_query.ts'
import { economyTasks } from './src/periodic_tasks.ts'
import { ClaimDailyReward } from './src/rewards/claim_daily_reward.ts'
import { ClaimDiscordReward } from './src/rewards/claim_discord_reward.ts'
import { NetworkRewards } from './src/rewards/network_rewards.ts'
import { PostShares } from './src/shares/post_shares.ts'
import { SeenNetworks } from './src/shares/seen_networks.ts'

export default class EconomyProvider {
  constructor(private readonly app: ApplicationService) {}

  register() {
    const { app } = this
    bindSettings(app, EconomySettings, 'economy')
    bindSettings(app, PaymentSettings, 'payments')
    bindSettings(app, RewardSettings, 'rewards')
    bindSettings(app, ShareSettings, 'rubies')
    bindSingletons(app, [
      ApplyPaymentEvent,
      BeginCheckout,
      ClaimDailyReward,
      DatabaseLedger,
      NetworkRewards,
      PostShares,
      RedeemCode,
      SeenNetworks,
      SharesQuery,
      Shop,
      WelcomeUser,
    ])
    bindPort(app, BalanceReader, this.#hasRubies ? LedgerBalanceReader : HiddenBalances)
    bindPort(app, BalanceUpdates, BalanceEvents)
    if (this.#hasRubies) bindPort(app, DailyRewards, ClaimDailyReward)
    bindPort(app, Ledger, DatabaseLedger)
    bindPort(app, LedgerChecks, DatabaseLedgerChecks)
    bindPort(app, OrderQueue, OrderQueueQuery)
    bindPort(app, OrderReconciliation, ReconcileOrders)
    bindPort(app, OrderRefunds, RecordRefund)
    bindPort(app, RubyAdjustments, AdjustRubies)
    bindPort(app, RubyCodes, DatabaseRubyCodes)
    bindPort(app, RubyDebts, DebtsQuery)
    bindPort(app, RubyFlow, RubyFlowQuery)
    app.container.singleton(RebuildCheck, async (resolver) => {
      const ledger = await resolver.make(Ledger)
      return {
        problems: async (trx) =>
          (await ledger.verify(trx)).problems.map(({ userId, problem }) => `${userId}: ${problem}`),
      }
    })
    app.container.singleton(ClaimDiscordReward, async (resolver) => {
      const [settings, rewards] = [await resolver.make(EconomySettings), await resolver.make(RewardSettings)]
      const unknown = rewards.checksDiscordMembership ? 'unavailable' : 'trust'
      const membership = app.container.hasBinding(DiscordMembership) ? await resolver.make(DiscordMembership) : unknown
      const [db, networks] = [await resolver.make(Database), await resolver.make(NetworkRewards)]
      return new ClaimDiscordReward(db, membership, networks, settings.discordRewardRubies)
    })
  }

  async boot() {
    const { container } = this.app
    const [accounts, welcome] = [await container.make(Accounts), await container.make(WelcomeUser)]
    accounts.opened.on((opened, trx) => welcome.run(opened, trx))
    accounts.emailVerified.on((verified, trx) => welcome.emailVerified(verified, trx))
    accounts.closing.on(({ userId }, trx) => closeRubyAccount(userId, trx))
    const db = await container.make(Database)
    exportRubies(accounts.exportSections, db)
    const mail = await container.make(Mail)
    const parts = {
      db,
      accounts,
      pages: await container.make(SitePages),
      appUrl: (await container.make(AppSettings)).appUrl,
      productName: (await container.make(Brand)).name,
      hasRubies: this.#hasRubies,
    }
    mail.compose(receiptMail, composeReceipt(parts))
    mail.compose(refundMail, composeRefund(parts))
  }

  async start() {
    await import('./routes.ts')
    if (this.#hasRubies) await import('./ruby_routes.ts')
    if (this.app.getEnvironment() === 'web') await this.app.container.make(BalanceUpdates)
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const tasks = await container.make(PeriodicTasks)
    tasks.start(
      ...economyTasks({
        db: await container.make(Database),
        ledger: await container.make(Ledger),
        checks: await container.make(LedgerChecks),
        orders: await container.make(OrderReconciliation),
        shares: await container.make(PostShares),
        checkMinutes: (await container.make(EconomySettings)).ledgerCheckMinutes,
        logger: await container.make('logger'),
      })
    )
  }

  get #hasRubies() {
    return this.app.config.get<boolean>('rubies.isOn')
  }
}
