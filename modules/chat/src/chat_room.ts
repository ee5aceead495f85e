import type { Database } from '@adonisjs/lucid/database'
import type { Gallery } from '#modules/gallery/index'
import { limits } from '../api.ts'
import { ChangeChat } from './chats/change_chat.ts'
import { ChangeMessage } from './chats/change_message.ts'
import { DeleteChat } from './chats/delete_chat.ts'
import { exportChat } from './chats/export_chat.ts'
import { listChats, type ListChatsInput } from './chats/list_chats_query.ts'
import { OpenChat } from './chats/open_chat.ts'
import { readChatContext } from './prompt/chat_context_query.ts'
import type { ReplyContext } from './replies/reply_context.ts'
import { ReplyKeeper } from './replies/reply_keeper.ts'
import { RewriteAnswer } from './replies/rewrite_answer.ts'
import { SendMessage } from './replies/send_message.ts'
import { StopReply } from './replies/stop_reply.ts'
import { ReplyReaders } from './http/reply_readers.ts'
import type { Tier } from './replies/tier.ts'

export interface ChatRoomOptions {
  context: ReplyContext
  gallery: Gallery
  tiers: readonly Tier[]
  defaultTier: string
  limitsEnabled: boolean
  /** Who this process is for the others, the same after a restart. */
  instance: string
}

/** The chat module of one process, put together: what its controllers call and what its provider starts and stops. */
export class ChatRoom {
  readonly context: ReplyContext
  readonly tiers: ReadonlyMap<string, Tier>
  readonly defaultTier: string
  readonly sendMessage: SendMessage
  readonly rewriteAnswer: RewriteAnswer
  readonly stopReply: StopReply
  readonly changeMessage: ChangeMessage
  readonly changeChat: ChangeChat
  readonly openChat: OpenChat
  readonly deleteChat: DeleteChat
  readonly readers: ReplyReaders
  readonly #keeper: ReplyKeeper
  readonly #gallery: Gallery
  readonly #db: Database

  constructor({ context, gallery, tiers, defaultTier, limitsEnabled, instance }: ChatRoomOptions) {
    this.context = context
    this.tiers = new Map(tiers.map((tier) => [tier.id, tier]))
    this.defaultTier = defaultTier
    this.sendMessage = new SendMessage(context, { limitsEnabled })
    this.rewriteAnswer = new RewriteAnswer(context, { limitsEnabled })
    this.changeMessage = new ChangeMessage(context)
    this.changeChat = new ChangeChat(context)
    this.stopReply = new StopReply(context)
    this.openChat = new OpenChat(context.db, gallery)
    this.deleteChat = new DeleteChat(context)
    this.readers = new ReplyReaders(limitsEnabled ? limits.replyReadersPerUser : Infinity)
    this.#keeper = new ReplyKeeper(context, instance)
    this.#gallery = gallery
    this.#db = context.db
  }

  listChats(input: ListChatsInput) {
    return listChats(this.#db, this.#gallery, input)
  }

  readContext(input: Omit<Parameters<typeof readChatContext>[1], 'ratios'>) {
    return readChatContext(this.#db, { ...input, ratios: this.context.ratios })
  }

  exportChat(input: Parameters<typeof exportChat>[2]) {
    return exportChat(this.#db, this.#gallery, input)
  }

  /** The id of the reply under way in one of the user's sessions; null when there is none. */
  async findUnderWay(userId: string, characterId: string, sessionId: string): Promise<string | null | 'no_such_chat'> {
    const { rows } = await this.#db.rawQuery(
      `select r.id from chat_sessions s left join replies r on r.chat_session_id = s.id and r.state = 'running'
       where s.id = ? and s.user_id = ? and s.character_id = ? and s.deleted_at is null`,
      [sessionId, userId, characterId]
    )
    return rows.length ? rows[0].id : 'no_such_chat'
  }

  start() {
    return this.#keeper.start()
  }

  get isLeaseOverdue() {
    return this.#keeper.isLeaseOverdue
  }

  /** Takes nothing new, lets what runs go on until the deadline, then ends the rest with its text kept and its rubies given back. */
  async drain() {
    const doors = [this.sendMessage.beginnings, this.rewriteAnswer.beginnings]
    for (const door of doors) door.close()
    this.context.events.close()
    const { hub, timings } = this.context
    const written = async () => {
      // Who was let in a moment ago has a reply a moment later, which is one of those that go on.
      await Promise.all(doors.map((door) => door.over()))
      await Promise.all(hub.all().map((live) => live.over))
    }
    await withDeadline(written(), timings.drainMs)
    const rest = hub.all()
    for (const live of rest) live.end('server_stopping')
    await withDeadline(Promise.all(rest.map((live) => live.over)), endingMs)
  }

  async stop() {
    await this.#keeper.stop()
    await this.context.signals.close()
  }
}

/** How long the last replies may take to be saved once they were told to end. */
const endingMs = 2_000

const withDeadline = (work: Promise<unknown>, deadlineMs: number) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, deadlineMs).unref())])
