import type { EncryptionService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import type { Accounts, Personas } from '#modules/accounts/index'
import type { BalanceUpdates } from '#modules/economy/index'
import type { Gallery } from '#modules/gallery/index'
import type { Lore } from '#modules/lore/index'
import { limits } from './api.ts'
import type { Talkativeness } from './index.ts'
import { BranchChat } from './sessions/branch_chat.ts'
import { ChangeChat } from './sessions/change_chat.ts'
import { ChangeChatVersion } from './sessions/change_chat_version.ts'
import { ChangeMessage } from './sessions/change_message.ts'
import { ChangeSettings } from './sessions/change_settings.ts'
import { readChatContext, type ContextInput } from './replies/begin/chat_context_query.ts'
import { readAnswerDetails, type AnswerDetailsInput } from './replies/kept/read_answer_details.ts'
import { readPrompt, type ReadPromptInput } from './replies/kept/read_prompt.ts'
import { DeleteChat } from './sessions/delete_chat.ts'
import { exportChat } from './files/export_chat.ts'
import { GroupChats } from './sessions/group_chats.ts'
import { StoredTierModels } from './replies/chat/tier_models.ts'
import { listChats, type ListChatsInput } from './sessions/list_chats_query.ts'
import type { OpeningPace } from './sessions/opening_pace.ts'
import { OpenChat } from './sessions/open_chat.ts'
import { regenerateSummary } from './replies/begin/regenerate_summary.ts'
import { AdoptTranscript } from './replies/demo/adopt_transcript.ts'
import { AnswerVisitor } from './replies/demo/answer_visitor.ts'
import { DemoCharacters } from './replies/demo/demo_characters.ts'
import type { DemoLimits } from './replies/demo/demo_limits.ts'
import { Transcripts } from './replies/demo/transcripts.ts'
import type { ReplyContext } from './replies/run/reply_context.ts'
import { movesRubies } from './replies/run/reply_user_events.ts'
import type { Tier } from './prompts/tier.ts'
import { ReplyMaintenance } from './replies/recover/reply_maintenance.ts'
import { BeginReply } from './replies/begin/begin_reply.ts'
import { endTalk } from './replies/begin/group_talk.ts'
import { StopReply } from './replies/begin/stop_reply.ts'
import { StreamLimit } from './replies/begin/stream_limit.ts'

export interface ChatModuleOptions {
  context: ReplyContext
  gallery: Gallery
  lore: Lore
  talkativeness: Talkativeness
  personas: Personas
  balances: BalanceUpdates
  tiers: readonly Tier[]
  defaultTier: string
  limitsEnabled: boolean
  openingPace: OpeningPace
  /** The name of this process, which stays the same after a restart. */
  instance: string
  demo: DemoOptions
}

interface DemoOptions {
  isOn: boolean
  /** The id of the tier that answers. */
  tier: string
  limits: DemoLimits
  accounts: Pick<Accounts, 'builtInAccount'>
  encryption: EncryptionService
}

/** Composes the chat module of one process, for its controllers and its provider. */
export class ChatModule {
  readonly context: ReplyContext
  readonly tiers: ReadonlyMap<string, Tier>
  readonly tierModels: StoredTierModels
  readonly defaultTier: string
  readonly beginReply: BeginReply
  readonly stopReply: StopReply
  readonly changeMessage: ChangeMessage
  readonly changeChat: ChangeChat
  readonly branchChat: BranchChat
  readonly changeSettings: ChangeSettings
  readonly changeChatVersion: ChangeChatVersion
  readonly openChat: OpenChat
  readonly deleteChat: DeleteChat
  readonly groups: GroupChats
  readonly streamLimit: StreamLimit
  /** Null when the demo is off. */
  readonly demo: { characters: DemoCharacters; tier: Tier; answerVisitor: AnswerVisitor } | null
  readonly adoptTranscript: AdoptTranscript
  readonly #maintenance: ReplyMaintenance
  readonly #gallery: Gallery
  readonly #db: Database

  constructor({
    context,
    gallery,
    lore,
    talkativeness,
    personas,
    balances,
    tiers,
    defaultTier,
    limitsEnabled,
    openingPace,
    instance,
    demo,
  }: ChatModuleOptions) {
    this.context = context
    this.tiers = new Map(tiers.map((tier) => [tier.id, tier]))
    this.tierModels = new StoredTierModels(context.db, this.tiers)
    this.defaultTier = defaultTier
    const transcripts = new Transcripts(demo.encryption)
    this.adoptTranscript = new AdoptTranscript({
      db: context.db,
      gallery,
      transcripts,
      tier: demo.tier,
      timers: context.timers,
    })
    this.demo = demo.isOn ? this.#openDemo(demo, { gallery, transcripts, limitsEnabled }) : null
    this.#maintenance = new ReplyMaintenance(context, instance, this.demo?.answerVisitor.hub)
    this.beginReply = new BeginReply(context, {
      limitsEnabled,
      renewOverdueLease: () => this.#maintenance.renewOverdueLease(),
    })
    this.changeMessage = new ChangeMessage(context)
    this.changeChat = new ChangeChat(context)
    this.branchChat = new BranchChat(context, { limitsEnabled })
    this.changeSettings = new ChangeSettings(context, { lore, personas })
    this.changeChatVersion = new ChangeChatVersion(context, gallery)
    this.stopReply = new StopReply(context)
    this.openChat = new OpenChat(context.db, gallery, context.notices.text, openingPace, this.tierModels)
    this.deleteChat = new DeleteChat(context)
    this.groups = new GroupChats(context, gallery, talkativeness, openingPace, this.tierModels)
    this.streamLimit = new StreamLimit(limitsEnabled ? limits.replyReadersPerUser : Infinity)
    this.#gallery = gallery
    this.#db = context.db
    context.events.onDelivered((userId, event) => {
      if (movesRubies(event)) balances.refresh(userId)
    })
  }

  #openDemo(
    { tier: tierId, limits: demoLimits, accounts }: DemoOptions,
    { gallery, transcripts, limitsEnabled }: { gallery: Gallery; transcripts: Transcripts; limitsEnabled: boolean }
  ) {
    const characters = new DemoCharacters(gallery, accounts)
    const tier = this.tiers.get(tierId)!
    const { ratios, timers, gates, logger } = this.context
    const repliesAtOnceMax = limitsEnabled ? limits.demoRepliesAtOnce : Infinity
    const answerVisitor = new AnswerVisitor({
      characters,
      limits: demoLimits,
      transcripts,
      tier,
      ratios,
      repliesAtOnceMax,
      timers,
      ...(gates && { gates }),
      logger,
    })
    return { characters, tier, answerVisitor }
  }

  listChats(input: ListChatsInput) {
    return listChats(this.#db, this.#gallery, input)
  }

  readContext(input: Omit<ContextInput, 'ratios' | 'lore' | 'summaries' | 'timers'>) {
    const { ratios, lore, summaries, timers } = this.context
    return readChatContext(this.#db, { ...input, ratios, lore, summaries, timers })
  }

  get summaries() {
    return this.context.summaries
  }

  regenerateSummary(input: Omit<ContextInput, 'ratios' | 'lore' | 'summaries' | 'timers'>) {
    const { ratios, lore, summaries, timers } = this.context
    return regenerateSummary(this.#db, summaries, { ...input, ratios, lore, summaries, timers })
  }

  readAnswerDetails(input: AnswerDetailsInput) {
    return readAnswerDetails(this.#db, input)
  }

  async readPrompt(input: Omit<ReadPromptInput, 'keepsPrompts' | 'timers'>) {
    // The prompts of other processes follow within a second.
    await this.context.prompts?.flush()
    const { prompts, timers } = this.context
    return readPrompt(this.#db, { ...input, keepsPrompts: prompts !== null, timers })
  }

  exportChat(input: Omit<Parameters<typeof exportChat>[2], 'notice'>) {
    return exportChat(this.#db, this.#gallery, { ...input, notice: this.context.notices.text })
  }

  /** Returns the id of the running reply in one of the user's sessions. Null without one. `characterId` is null for a group chat. */
  async findRunningReply(
    userId: string,
    characterId: string | null,
    sessionId: string
  ): Promise<string | null | 'no_such_chat'> {
    const { rows } = await this.#db.rawQuery(
      `SELECT r.id FROM chat_sessions s LEFT JOIN replies r ON r.chat_session_id = s.id AND r.state = 'running'
       WHERE s.id = ? AND s.user_id = ? AND s.character_id IS NOT DISTINCT FROM ?::uuid AND s.deleted_at IS NULL`,
      [sessionId, userId, characterId]
    )
    return rows.length ? rows[0].id : 'no_such_chat'
  }

  /** Ends the talk of a group after its running reply. Returns false if this user has no such group. */
  endTalk(userId: string, sessionId: string) {
    return endTalk(this.context, { userId, sessionId, talkId: null })
  }

  async start() {
    await this.tierModels.record()
    return this.#maintenance.start()
  }

  get isLeaseOverdue() {
    return this.#maintenance.isLeaseOverdue
  }

  /**
   * Stops new replies from starting, and lets the running ones finish until the deadline. Then ends the rest, keeps their text as broken
   * off, and releases the rubies. Event streams end first, so that browsers reconnect to another process.
   */
  async drain() {
    const { hub, timings, timers } = this.context
    const visitors = this.demo?.answerVisitor
    const starts = [this.beginReply.inFlight, ...(visitors ? [visitors.inFlight] : [])]
    for (const inFlight of starts) inFlight.close()
    this.context.events.close()
    const running = () => [...hub.all(), ...(visitors?.hub.all() ?? [])]
    const allFinished = async () => {
      // Waits for in-flight starts first, because they may still add a reply.
      await Promise.all(starts.map((inFlight) => inFlight.settled()))
      await Promise.all(running().map((live) => live.finished))
      // Waits until the last replies have also ended their talks.
      await this.beginReply.inFlight.settled()
    }
    await timers.within(timings.drainMs, allFinished())
    const rest = running()
    for (const live of rest) live.end('server_stopping')
    await timers.within(lastSaveMs, Promise.all(rest.map((live) => live.finished)))
    await timers.within(lastSaveMs, Promise.resolve(this.context.prompts?.flush()))
  }

  stop() {
    return this.#maintenance.stop()
  }
}

/** How long saving the ended replies may take, and then saving their prompts. */
const lastSaveMs = 2_000
