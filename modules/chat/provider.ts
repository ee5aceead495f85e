import { hostname } from 'node:os'
import type { ApplicationService } from '@adonisjs/core/types'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { Accounts, MessagesWrittenReader } from '#modules/accounts/index'
import { BalanceUpdates, PaidReplies } from '#modules/economy/index'
import { Gallery } from '#modules/gallery/index'
import { PeriodicTaskRunner } from '#modules/kernel/periodic_tasks'
import { Bus, ProcessConnection, UserEvents } from '#modules/realtime/index'
import { ReplyStatistics, ReplyWatch } from './index.ts'
import { ChatModule } from './src/chat_module.ts'
import { ChatsPaidFor } from './src/chats/chats_paid_for.ts'
import { exportChats } from './src/chats/export_chats.ts'
import { forgetChats } from './src/chats/forget_chats.ts'
import { MessagesWritten } from './src/chats/messages_written.ts'
import { PurgeDeleted } from './src/chats/purge_deleted.ts'
import type { ReplyTimings } from './src/generating/reply_context.ts'
import { ReplyHub } from './src/generating/reply_hub.ts'
import { ReplyMetrics } from './src/generating/reply_metrics.ts'
import { ReplyStatisticsQuery } from './src/generating/reply_statistics_query.ts'
import { TokenRatios } from './src/prompt/token_ratios.ts'
import { stopAllReplies } from './src/sending/stop_all_replies.ts'

const purgeEveryMs = 10 * 60_000

export default class ChatProvider {
  #worker?: PeriodicTaskRunner

  constructor(protected app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    container.singleton(MessagesWrittenReader, async (resolver) => new MessagesWritten(await resolver.make(Database)))
    container.singleton(PaidReplies, async (resolver) => new ChatsPaidFor(await resolver.make(Database)))
    container.singleton(ReplyStatistics, async (resolver) => new ReplyStatisticsQuery(await resolver.make(Database)))
    container.singleton(ReplyWatch, async (resolver) => new ReplyMetrics(await resolver.make(ChatModule)))
    container.singleton(ChatModule, async (resolver) => {
      const [db, logger] = await Promise.all([resolver.make(Database), resolver.make(Logger)])
      const bus = await resolver.make(Bus)
      return new ChatModule({
        context: {
          owner: bus.processId,
          db,
          hub: new ReplyHub(),
          ratios: new TokenRatios(),
          bus,
          connection: await resolver.make(ProcessConnection),
          events: await resolver.make(UserEvents),
          timings: config.get<ReplyTimings>('replies'),
          logger,
        },
        gallery: await resolver.make(Gallery),
        balances: await resolver.make(BalanceUpdates),
        tiers: config.get('models.tiers'),
        defaultTier: config.get('economy.defaultTier'),
        limitsEnabled: config.get('limits.enabled'),
        instance: `${hostname()}:${config.get('app.port')}`,
      })
    })
  }

  async boot() {
    const { container } = this.app
    const accounts = await container.make(Accounts)
    const events = await container.make(UserEvents)
    accounts.disabled.on(async ({ userId }, trx) => {
      await stopAllReplies(userId, trx)
      await events.endStreams(userId, trx)
    })
    accounts.closing.on(({ userId }, trx) => forgetChats(userId, trx))
    exportChats(accounts.exportSections, await container.make(Database), await container.make(Gallery))
  }

  async start() {
    await import('./routes.ts')
    // After the migrations, and before the server listens: an unregistered process's replies would be swept.
    if (this.#isServer()) this.app.starting(async () => (await this.app.container.make(ChatModule)).start())
  }

  async ready() {
    if (!this.#isServer()) return
    const chat = await this.app.container.make(ChatModule)
    // Hooks run in reverse order, so replies drain while the server still listens.
    this.app.terminating(() => chat.drain())
    await this.#startPurging()
  }

  async #startPurging() {
    const { container, config } = this.app
    const [db, logger] = await Promise.all([container.make(Database), container.make(Logger)])
    const deleted = new PurgeDeleted(db, logger, { afterDays: config.get('retention.deletedDays') })
    const purging = {
      purpose: 'purge deleted chats and messages',
      everyMs: purgeEveryMs,
      run: async (signal: AbortSignal) => void (await deleted.run(signal)),
    }
    this.#worker = new PeriodicTaskRunner([purging], logger)
    this.#worker.start()
  }

  async shutdown() {
    await this.#worker?.stop()
    if (this.#isServer()) await (await this.app.container.make(ChatModule)).stop()
  }

  #isServer() {
    return this.app.getEnvironment() === 'web'
  }
}
