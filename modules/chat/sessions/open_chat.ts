import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import { Gallery, startersFor, type CharacterView } from '#modules/gallery/index'
import { codePoints } from '#modules/kernel/text'
import { limits } from '../limits.ts'
import type { ChatData } from './api.ts'
import {
  CreatedChats,
  type ChatRow,
  type MessageJson,
  messagesOf,
  openSession,
  ownSession,
  storeOpening,
} from '../replies/index.ts'
import { ChatPages, OpeningPace, pageStatements, type ChatPage } from './chat_page.ts'

export interface OpenChatInput {
  user: CurrentUser
  characterId: string
  sessionId: string | null
  isNew: boolean
  page: ChatPage
}

/**
 * Reads a chat by its session, or the newest chat with a character. A send without a session uses the chat that was opened last instead.
 */
const readChat = pageStatements('chat_read_chat', ownSession({ named: '$3::uuid', newest: 'last_message_at' }))

/** Opens a chat by its session, the newest chat with a character, or a new chat. */
@inject()
export class OpenChat {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery,
    private readonly pages: ChatPages,
    private readonly pace: OpeningPace,
    private readonly created: CreatedChats
  ) {}

  async run(input: OpenChatInput): Promise<ChatData | 'no_such_chat' | 'adult_gate' | { waitSeconds: number }> {
    const { user, characterId, sessionId } = input
    const view = await this.gallery.find(characterId, user)
    if (view?.kind === 'adult_gate') return 'adult_gate'
    if (!view && !sessionId) return 'no_such_chat'
    let chat = input.isNew ? null : await this.#readStored(input, sessionId)
    // If the request names no session, a missing chat is created.
    if (!chat && !sessionId && view && !('messageId' in input.page)) {
      const waitSeconds = await this.pace.count(user.id)
      if (waitSeconds !== null) return { waitSeconds }
      chat = await this.#open(user, view)
    }
    if (!chat) return 'no_such_chat'
    const starters = view && startersFor(view.character)
    return {
      ...(await this.pages.show(user, chat)),
      character: view?.character ?? null,
      characterVersion: view && (await this.#versionOf(chat, view)),
      replyUnderWay: chat.reply,
      ...(starters && { starters }),
    }
  }

  async #read(
    { user, characterId, page }: Omit<OpenChatInput, 'isNew'>,
    sessionId: string | null
  ): Promise<ChatRow | null> {
    const messageId = 'messageId' in page ? page.messageId : null
    const [row] = await readChat[page.kind](this.db.connection(), [user.id, characterId, sessionId, messageId])
    return row ? withOpening(row, page) : null
  }

  /** Reads a page. A page at an opening that isn't stored needs it in the table. */
  async #readStored(input: Omit<OpenChatInput, 'isNew'>, sessionId: string | null): Promise<ChatRow | null> {
    const chat = await this.#read(input, sessionId)
    if (chat || !('messageId' in input.page)) return chat
    await storeOpening(this.db.connection(), input.user.id, input.page.messageId)
    return this.#read(input, sessionId)
  }

  async #versionOf({ character_version: number }: ChatRow, view: CharacterView) {
    const newest = view.version.number
    return { number: number ?? newest, newest, char: await this.gallery.charOf(view, number) }
  }

  async #open(user: CurrentUser, { character, version }: CharacterView): Promise<ChatRow | null> {
    const chat = await openSession(this.db.connection(), user.id, character.id, version.number)
    if (chat.is_new) this.created.report({ userId: user.id, sessionId: chat.id, characterId: character.id })
    if (chat.messages.length > 0 || chat.opening) return withOpening(chat, newest)
    return this.#read({ user, characterId: character.id, sessionId: chat.id, page: newest }, chat.id)
  }
}

const newest = { kind: 'newest' } as const

/** Adds an opening that isn't stored, except to the end of a chat beyond its limits. */
const withOpening = (chat: ChatRow, { kind }: ChatPage): ChatRow => {
  const messages = messagesOf(chat)
  if (messages === chat.messages) return chat
  const [{ content, alternates }] = messages as [MessageJson]
  const isTooLong =
    codePoints(content) > limits.endLetters ||
    Buffer.byteLength(JSON.stringify(alternates ?? [])) > limits.endAlternatesBytes
  return kind === 'end' && isTooLong ? { ...chat, has_older: true } : { ...chat, messages }
}
