import type { ApplicationService } from '@adonisjs/core/types'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { Accounts, MessagesWrittenReader, PictureStore } from '#modules/accounts/index'
import { BalanceUpdates, PaidReplies } from '#modules/economy/index'
import { Gallery, RecentChats } from '#modules/gallery/index'
import { Lore, LoreChats, PatternMatcher } from '#modules/lore/index'
import { Jobs } from '#modules/jobs/index'
import type { Gates } from '#modules/kernel/gates'
import { PeriodicTaskRunner } from '#modules/kernel/periodic_tasks'
import { Timers } from '#plugins/contract/timers'
import { Bus, ProcessConnection, UserEvents } from '#modules/realtime/index'
import {
  BookPace,
  Books,
  ChatFileFormats,
  ChatTransfer,
  exportChats,
  LocalChatFileFormats,
  LocalChatTransfer,
} from './files/index.ts'
import {
  AdoptTranscript,
  Allowance,
  type AllowanceLimits,
  AnswerVisitor,
  ChatLore,
  ChatSummaries,
  ContextPace,
  Demo,
  DemoCharacters,
  DemoLimits,
  type DemoLimitSettings,
  KeepPrompts,
  LocalReplies,
  movesRubies,
  Notices,
  type NoticeSettings,
  purgePrompts,
  Replies,
  ReplyContext,
  ReplyHub,
  ReplyMetrics,
  ReplyStatistics,
  ReplyStatisticsQuery,
  type ReplyTimings,
  ReplyWatch,
  stopAllReplies,
  StoredTierModels,
  StreamLimit,
  type SummaryModel,
  TierModels,
  Transcripts,
} from './replies/index.ts'
import { bindPort, bindSingletons } from '#modules/kernel/container'
import { limits } from './api.ts'
import { Tiers, TokenRatios } from './prompts/index.ts'
import {
  BranchChat,
  ChangeChat,
  ChangeChatVersion,
  ChangeMessage,
  ChangeSettings,
  ChatRows,
  ChatsPaidFor,
  DeleteChat,
  forgetChats,
  GroupChats,
  MessagesWritten,
  NewestChats,
  OpenChat,
  OpeningPace,
  PurgeDeleted,
  ReadLoreChat,
  StoredChatRows,
} from './sessions/index.ts'

const purgeEveryMs = 10 * 60_000

export default class ChatProvider {
  #worker?: PeriodicTaskRunner

  constructor(protected app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    container.singleton(MessagesWrittenReader, async (resolver) => new MessagesWritten(await resolver.make(Database)))
    container.singleton(RecentChats, async (resolver) => new NewestChats(await resolver.make(Database)))
    container.singleton(
      LoreChats,
      async (resolver) => new ReadLoreChat(await resolver.make(Database), await resolver.make(Gallery))
    )
    container.singleton(PaidReplies, async (resolver) => new ChatsPaidFor(await resolver.make(Database)))
    container.singleton(ChatRows, async (resolver) => new StoredChatRows(await resolver.make(Database)))
    container.singleton(ReplyStatistics, async (resolver) => new ReplyStatisticsQuery(await resolver.make(Database)))
    container.singleton(
      ReplyWatch,
      async (resolver) => new ReplyMetrics(await resolver.make(ReplyContext), await resolver.make(LocalReplies))
    )
    container.singleton(ChatFileFormats, () => new LocalChatFileFormats())
    container.singleton(
      ChatTransfer,
      async (resolver) =>
        new LocalChatTransfer(await resolver.make(Database), await resolver.make(Gallery), config.get('notices.text'))
    )
    container.singleton(
      BookPace,
      async (resolver) =>
        new BookPace(await resolver.make('limiter.manager'), { enabled: config.get('limits.enabled') })
    )
    container.singleton(
      ContextPace,
      async (resolver) =>
        new ContextPace(await resolver.make('limiter.manager'), { enabled: config.get('limits.enabled') })
    )
    container.singleton(Books, async (resolver) => {
      const [db, gallery] = await Promise.all([resolver.make(Database), resolver.make(Gallery)])
      return new Books(
        db,
        gallery,
        await resolver.make(PictureStore),
        config.get('brand.brand.name'),
        config.get('notices.text')
      )
    })
    container.singleton(
      Allowance,
      async (resolver) =>
        new Allowance({
          db: await resolver.make(Database),
          logger: await resolver.make(Logger),
          limits: config.get('limits.enabled') ? config.get<AllowanceLimits>('limits.allowance') : null,
        })
    )
    container.singleton(ChatSummaries, async (resolver) => {
      return new ChatSummaries({
        db: await resolver.make(Database),
        jobs: await resolver.make(Jobs),
        events: await resolver.make(UserEvents),
        timers: await resolver.make(Timers),
        logger: await resolver.make(Logger),
        model: config.get<SummaryModel | null>('models.summary'),
        allowance: await resolver.make(Allowance),
      })
    })
    bindSingletons(this.app, [
      ChangeChat,
      ChangeChatVersion,
      ChangeMessage,
      ChangeSettings,
      DeleteChat,
      GroupChats,
      OpenChat,
      StoredTierModels,
    ])
    bindPort(this.app, TierModels, StoredTierModels)
    bindPort(this.app, Replies, LocalReplies)
    bindPort(this.app, Demo, AnswerVisitor)
    container.singleton(Tiers, () => new Tiers(config.get('models.tiers'), config.get('economy.defaultTier')))
    container.singleton(ReplyHub, async (resolver) => new ReplyHub(await resolver.make(Timers)))
    container.singleton(
      Notices,
      async (resolver) =>
        new Notices({
          db: await resolver.make(Database),
          events: await resolver.make(UserEvents),
          logger: await resolver.make(Logger),
          settings: config.get<NoticeSettings>('notices'),
        })
    )
    container.singleton(
      OpeningPace,
      async (resolver) =>
        new OpeningPace(await resolver.make('limiter.manager'), { enabled: config.get('limits.enabled') })
    )
    container.singleton(
      StreamLimit,
      () => new StreamLimit(config.get('limits.enabled') ? limits.replyReadersPerUser : Infinity)
    )
    container.singleton(
      BranchChat,
      async (resolver) =>
        new BranchChat(await resolver.make(Database), await resolver.make(UserEvents), config.get('limits.enabled'))
    )
    container.singleton(ReplyContext, async (resolver) => {
      const [db, logger] = await Promise.all([resolver.make(Database), resolver.make(Logger)])
      const [bus, timers] = [await resolver.make(Bus), await resolver.make(Timers)]
      const [lore, matcher] = [await resolver.make(Lore), await resolver.make(PatternMatcher)]
      return {
        owner: bus.processId,
        db,
        hub: (await resolver.make(ReplyHub)) as ReplyHub,
        ratios: new TokenRatios(),
        lore: new ChatLore({ db, lore, matcher, logger }),
        summaries: await resolver.make(ChatSummaries),
        prompts: config.get<number>('retention.promptDays') > 0 ? new KeepPrompts({ db, logger, timers }) : null,
        notices: await resolver.make(Notices),
        bus,
        connection: await resolver.make(ProcessConnection),
        events: await resolver.make(UserEvents),
        timings: config.get<ReplyTimings>('replies'),
        timers,
        gates: config.get<Gates | undefined>('timers.gates'),
        logger,
      }
    })
    container.singleton(
      LocalReplies,
      async (resolver) =>
        new LocalReplies({
          context: await resolver.make(ReplyContext),
          visitors: await resolver.make(AnswerVisitor),
          limitsEnabled: config.get('limits.enabled'),
          instance: config.get('app.instance'),
        })
    )
    container.singleton(Transcripts, async (resolver) => new Transcripts(await resolver.make('encryption')))
    container.singleton(
      AdoptTranscript,
      async (resolver) =>
        new AdoptTranscript({
          db: await resolver.make(Database),
          gallery: await resolver.make(Gallery),
          transcripts: await resolver.make(Transcripts),
          tier: config.get('demo.tier'),
          timers: await resolver.make(Timers),
        })
    )
    container.singleton(AnswerVisitor, async (resolver) => {
      const { ratios, timers, gates, logger } = await resolver.make(ReplyContext)
      const enabled = config.get<boolean>('limits.enabled')
      const gallery = await resolver.make(Gallery)
      return new AnswerVisitor({
        isOn: config.get('demo.isOn'),
        notice: config.get('notices.text'),
        characters: new DemoCharacters(gallery, await resolver.make(Accounts)),
        limits: new DemoLimits(await resolver.make('limiter.manager'), {
          ...config.get<DemoLimitSettings>('demo'),
          enabled,
        }),
        transcripts: await resolver.make(Transcripts),
        tier: (await resolver.make(Tiers)).byId.get(config.get('demo.tier'))!,
        ratios,
        repliesAtOnceMax: enabled ? limits.demoRepliesAtOnce : Infinity,
        timers,
        ...(gates && { gates }),
        logger,
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
    const balances = await container.make(BalanceUpdates)
    events.onDelivered((userId, event) => {
      if (movesRubies(event)) balances.refresh(userId)
    })
    ;(await container.make(ChatSummaries)).defineJob()
    exportChats(accounts.exportSections, {
      db: await container.make(Database),
      gallery: await container.make(Gallery),
      notice: this.app.config.get('notices.text'),
    })
  }

  async start() {
    await import('./routes.ts')
    // Registers the process after the migrations and before the server listens. The replies of an unregistered process would be swept.
    if (!this.#isServer()) return
    const { container } = this.app
    this.app.starting(async () => {
      await (await container.make(StoredTierModels)).record()
      await (await container.make(LocalReplies)).start()
    })
  }

  async ready() {
    if (!this.#isServer()) return
    const replies = await this.app.container.make(LocalReplies)
    // Hooks run in reverse order, so replies drain while the server still listens.
    this.app.terminating(() => replies.drain())
    await this.#startPurging()
  }

  async #startPurging() {
    const { container, config } = this.app
    const adoptTranscript = await container.make(AdoptTranscript)
    const [db, logger] = await Promise.all([container.make(Database), container.make(Logger)])
    const timers = await container.make(Timers)
    const deleted = new PurgeDeleted(db, logger, { afterDays: config.get('retention.deletedDays') })
    const purging = {
      purpose: 'purge deleted chats and messages',
      everyMs: purgeEveryMs,
      run: async (signal: AbortSignal) => void (await deleted.run(signal)),
    }
    const forgetting = {
      purpose: 'forget adopted transcripts',
      everyMs: purgeEveryMs,
      run: () => adoptTranscript.purge(),
    }
    const keeping = {
      purpose: 'purge kept prompts',
      everyMs: purgeEveryMs,
      run: (signal: AbortSignal) => purgePrompts(db, { keptDays: config.get('retention.promptDays'), timers }, signal),
    }
    const counting = {
      purpose: 'purge the allowances of earlier days',
      everyMs: purgeEveryMs,
      run: async () => (await container.make(Allowance)).purge(),
    }
    this.#worker = new PeriodicTaskRunner([purging, forgetting, keeping, counting], logger, timers)
    this.#worker.start()
  }

  async shutdown() {
    await this.#worker?.stop()
    if (this.#isServer()) await (await this.app.container.make(LocalReplies)).close()
  }

  #isServer() {
    return this.app.getEnvironment() === 'web'
  }
}
