import { hostname } from 'node:os'
import type { ApplicationService } from '@adonisjs/core/types'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import type pg from 'pg'
import { Accounts, BalanceReader, MessagesWrittenReader } from '#modules/accounts/index'
import { PaidReplies } from '#modules/economy/index'
import { Gallery } from '#modules/gallery/index'
import { newId } from '#modules/kernel/ids'
import { RegularWorker } from '#modules/kernel/regular_worker'
import { ReplyStatistics, ReplyWatch } from './index.ts'
import { ChatRoom } from './src/chat_room.ts'
import { ChatsPaidFor } from './src/chats/chats_paid_for.ts'
import { exportChats } from './src/chats/export_chats.ts'
import { forgetChats } from './src/chats/forget_chats.ts'
import { MessagesWritten } from './src/chats/messages_written.ts'
import { PurgeDeleted } from './src/chats/purge_deleted.ts'
import { endEventStreams } from './src/events/end_event_streams.ts'
import { UserEvents } from './src/events/user_events.ts'
import { TokenRatios } from './src/prompt/token_ratios.ts'
import { tickDeadlineMs, type ReplyTimings } from './src/replies/reply_context.ts'
import { ReplyHub } from './src/replies/reply_hub.ts'
import { ReplySignals } from './src/replies/reply_signals.ts'
import { ReplyStatisticsQuery } from './src/replies/reply_statistics_query.ts'
import { RoomWatch } from './src/replies/room_watch.ts'
import { stopAllReplies } from './src/replies/stop_all_replies.ts'

/** A stream of events outlives its session by no more than this. */
const lookAtLeastEveryMs = 15_000

/** What was deleted is looked for so often. */
const purgeEveryMs = 10 * 60_000

export default class ChatProvider {
  #worker?: RegularWorker

  constructor(protected app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    container.singleton(MessagesWrittenReader, async (resolver) => new MessagesWritten(await resolver.make(Database)))
    container.singleton(PaidReplies, async (resolver) => new ChatsPaidFor(await resolver.make(Database)))
    container.singleton(ReplyStatistics, async (resolver) => new ReplyStatisticsQuery(await resolver.make(Database)))
    container.singleton(ReplyWatch, async (resolver) => new RoomWatch(await resolver.make(ChatRoom)))
    container.singleton(ChatRoom, async (resolver) => {
      const [db, logger] = await Promise.all([resolver.make(Database), resolver.make(Logger)])
      const balances = await resolver.make(BalanceReader)
      const { connection } = config.get<{ connection: pg.ClientConfig }>('database.connections.postgres')
      const owner = newId()
      const timings = config.get<ReplyTimings>('replies')
      const signals = new ReplySignals({ config: connection, deadlineMs: tickDeadlineMs(timings), owner, logger })
      return new ChatRoom({
        context: {
          owner,
          db,
          hub: new ReplyHub(),
          ratios: new TokenRatios(),
          signals,
          events: new UserEvents({
            owner,
            signals,
            balances,
            logger,
            lookEveryMs: Math.min(timings.leaseMs, lookAtLeastEveryMs),
          }),
          timings,
          logger,
        },
        gallery: await resolver.make(Gallery),
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
    accounts.disabled.on(async ({ userId }, trx) => {
      await stopAllReplies(userId, trx)
      await endEventStreams(userId, trx)
    })
    accounts.closing.on(({ userId }, trx) => forgetChats(userId, trx))
    exportChats(accounts.exportSections, await container.make(Database), await container.make(Gallery))
  }

  async start() {
    await import('./routes.ts')
    // After the migrations and before the server listens: the replies of a process that nobody knows would have nobody to end them.
    if (this.#servesPeople()) this.app.starting(async () => (await this.app.container.make(ChatRoom)).start())
  }

  async ready() {
    if (!this.#servesPeople()) return
    const room = await this.app.container.make(ChatRoom)
    // Hooks run last in, first out: replies drain while the server still listens, and says so.
    this.app.terminating(() => room.drain())
    await this.#purge()
  }

  async #purge() {
    const { container, config } = this.app
    const [db, logger] = await Promise.all([container.make(Database), container.make(Logger)])
    const deleted = new PurgeDeleted(db, logger, { afterDays: config.get('retention.deletedDays') })
    const purging = {
      purpose: 'purge deleted chats and messages',
      everyMs: purgeEveryMs,
      run: async (signal: AbortSignal) => void (await deleted.run(signal)),
    }
    this.#worker = new RegularWorker([purging], logger)
    this.#worker.start()
  }

  async shutdown() {
    await this.#worker?.stop()
    if (this.#servesPeople()) await (await this.app.container.make(ChatRoom)).stop()
  }

  #servesPeople() {
    return this.app.getEnvironment() === 'web'
  }
}
