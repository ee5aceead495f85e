import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts, MessagesWrittenReader } from '#modules/accounts/index'
import { ControlRoom } from '#modules/connections/index'
import { BalanceUpdates, PaidReplies } from '#modules/economy/index'
import { Gallery, RecentChats } from '#modules/gallery/index'
import { PrivatePictures } from '#modules/imagegen/index'
import { LoreChats } from '#modules/lore/index'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { Retention } from '#modules/kernel/settings'
import { Timers } from '#plugins/contract/timers'
import { UserEvents } from '#modules/realtime/index'
import {
  addTextFormats,
  BookPace,
  Books,
  ChatFileFormats,
  ChatTransfer,
  EpubFormat,
  exportChats,
  LocalChatTransfer,
} from './files/index.ts'
import {
  AdoptTranscript,
  Allowance,
  AllowanceLimits,
  AnswerExpressions,
  AnswerVisitor,
  AskModeration,
  ChatLore,
  ChatSummaries,
  ContextPace,
  CreatedChats,
  Demo,
  DemoCharacters,
  DemoLimits,
  DemoSettings,
  DescribePicture,
  DrawMoment,
  Help,
  HelpSettings,
  KeepPrompts,
  LocalMoments,
  LocalReplies,
  Moments,
  movesRubies,
  Notices,
  PromptScripts,
  ProposeMoment,
  purgePrompts,
  ReaderActivity,
  ReaderActivityQuery,
  Replies,
  ReplyContext,
  ReplyFolders,
  ReplyHub,
  FinishedReplies,
  LocalFinishedReplies,
  ReplyMetrics,
  ReplyStatistics,
  ReplyStatisticsQuery,
  ReplyUsage,
  ReplyUsageQuery,
  ReplyTimings,
  ReplyWatch,
  ShortAnswers,
  ShownPictures,
  stopAllReplies,
  StoredTierModels,
  StreamLimit,
  SuggestionSettings,
  SummarySettings,
  TierModels,
  Transcripts,
} from './replies/index.ts'
import { bindPort, bindSettings, bindSingletons } from '#modules/kernel/container'
import { Tiers, TokenRatios } from './prompts/index.ts'
import {
  AnswerQuotes,
  BranchChat,
  ChangeChat,
  ChangeChatVersion,
  ChangeMessage,
  ChangeSettings,
  ChatFolders,
  ChatRows,
  ChatSearch,
  ChatPages,
  ChatPictures,
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
  pictureBytes,
  ReadQuotes,
  FindInChats,
  SearchChats,
  SearchIndex,
  SearchPace,
  ReadScripts,
  RemovePictures,
  StoredChatRows,
  Talkers,
  TalkersQuery,
} from './sessions/index.ts'

const purgeEveryMs = 10 * 60_000
const removePicturesEveryMs = 60_000

export default class ChatProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { app } = this
    bindSettings(app, AllowanceLimits, 'limits.allowance')
    bindSettings(app, DemoSettings, 'demo')
    bindSettings(app, HelpSettings, 'help_lines')
    bindSettings(app, ReplyFolders, 'replies')
    bindSettings(app, ReplyTimings, 'replies')
    bindSettings(app, SuggestionSettings, 'models')
    bindSettings(app, SummarySettings, 'models')
    bindSingletons(app, [
      AdoptTranscript,
      Allowance,
      AnswerExpressions,
      AnswerVisitor,
      AskModeration,
      BookPace,
      Books,
      BranchChat,
      ChangeChat,
      ChangeChatVersion,
      ChangeMessage,
      ChangeSettings,
      ChatFileFormats,
      ChatFolders,
      ChatLore,
      ChatPages,
      ChatPictures,
      ChatSummaries,
      ContextPace,
      CreatedChats,
      DeleteChat,
      DemoCharacters,
      DemoLimits,
      DescribePicture,
      DrawMoment,
      EpubFormat,
      GroupChats,
      Help,
      KeepPrompts,
      LocalReplies,
      Notices,
      OpenChat,
      OpeningPace,
      PromptScripts,
      PurgeDeleted,
      ReadScripts,
      ReplyContext,
      ReplyHub,
      SearchChats,
      SearchIndex,
      SearchPace,
      ProposeMoment,
      PurgeDeleted,
      RemovePictures,
      ReplyContext,
      ReplyHub,
      ShortAnswers,
      ShownPictures,
      StoredTierModels,
      StreamLimit,
      TokenRatios,
      Transcripts,
    ])
    bindPort(app, AnswerQuotes, ReadQuotes)
    bindPort(app, ChatRows, StoredChatRows)
    bindPort(app, ChatSearch, FindInChats)
    bindPort(app, ChatTransfer, LocalChatTransfer)
    bindPort(app, Demo, AnswerVisitor)
    bindPort(app, FinishedReplies, LocalFinishedReplies)
    bindPort(app, LoreChats, ReadLoreChat)
    bindPort(app, MessagesWrittenReader, MessagesWritten)
    bindPort(app, Moments, LocalMoments)
    bindPort(app, PaidReplies, ChatsPaidFor)
    bindPort(app, ReaderActivity, ReaderActivityQuery)
    bindPort(app, RecentChats, NewestChats)
    bindPort(app, Replies, LocalReplies)
    bindPort(app, ReplyStatistics, ReplyStatisticsQuery)
    bindPort(app, ReplyUsage, ReplyUsageQuery)
    bindPort(app, ReplyWatch, ReplyMetrics)
    bindPort(app, Talkers, TalkersQuery)
    bindPort(app, TierModels, StoredTierModels)
    app.container.singleton(
      Tiers,
      () => new Tiers(app.config.get('models.tiers'), app.config.get('economy.defaultTier'))
    )
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
    const [room, tiers] = [await container.make(ControlRoom), await container.make(Tiers)]
    const models = await container.make(StoredTierModels)
    room.onApplied((applied) => tiers.replace(applied))
    room.changed.on((change, trx) => models.change(change.models, trx))
    const balances = await container.make(BalanceUpdates)
    events.onDelivered((userId, event) => {
      if (movesRubies(event)) balances.refresh(userId)
    })
    const searchIndex = await container.make(SearchIndex)
    events.onPublished((userId, { type }) => {
      if (type === 'reply' || type === 'chat') searchIndex.note(userId)
    })
    ;(await container.make(ChatSummaries)).defineJob()
    ;(await container.make(AnswerExpressions)).defineJob()
    ;(await container.make(DrawMoment)).defineJob()
    const [db, gallery] = [await container.make(Database), await container.make(Gallery)]
    const files = await container.make(PrivatePictures)
    const source = { db, gallery, notice: this.app.config.get<string>('notices.text'), files }
    exportChats(accounts.exportSections, source)
    accounts.storage.add((userId) => pictureBytes(db, userId))
    const formats = await container.make(ChatFileFormats)
    addTextFormats(formats, source)
    formats.add('epub', await container.make(EpubFormat))
  }

  async start() {
    await import('./routes.ts')
    // Registers the process after the migrations and before the server listens. The replies of an unregistered process would be swept.
    if (!this.#isServer()) return
    const { container } = this.app
    this.app.starting(async () => {
      const room = await container.make(ControlRoom)
      await (await container.make(StoredTierModels)).record(() => room.read())
      await (await container.make(LocalReplies)).start()
    })
  }

  async ready() {
    if (!this.#isServer()) return
    const replies = await this.app.container.make(LocalReplies)
    // Hooks run in reverse order, so replies drain while the server still listens.
    this.app.terminating(() => replies.drain())
    const { container } = this.app
    const tasks = await container.make(PeriodicTasks)
    const [deleted, transcripts] = [await container.make(PurgeDeleted), await container.make(AdoptTranscript)]
    const removed = await container.make(RemovePictures)
    const [db, timers] = [await container.make(Database), await container.make(Timers)]
    ;(await container.make(SearchIndex)).start(tasks)
    const [allowance, { promptDays: keptDays }] = [await container.make(Allowance), await container.make(Retention)]
    tasks.start(
      { purpose: 'purge deleted chats and messages', everyMs: purgeEveryMs, run: (signal) => deleted.run(signal) },
      { purpose: 'forget adopted transcripts', everyMs: purgeEveryMs, run: () => transcripts.purge() },
      {
        purpose: 'purge kept prompts',
        everyMs: purgeEveryMs,
        run: (signal) => purgePrompts(db, { keptDays, timers }, signal),
      },
      { purpose: 'remove the files of deleted pictures', everyMs: removePicturesEveryMs, run: () => removed.run() },
      { purpose: 'purge the allowances of earlier days', everyMs: purgeEveryMs, run: () => allowance.purge() }
    )
  }

  async shutdown() {
    if (this.#isServer()) await (await this.app.container.make(LocalReplies)).close()
    ;(await this.app.container.make(PromptScripts)).close()
  }

  #isServer() {
    return this.app.getEnvironment() === 'web'
  }
}
