import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import { statement } from '#modules/kernel/sql'
import { limits, type ChatData } from '../../api.ts'
import { fromJson, messageColumns } from '../replies/message_row.ts'
import { openingOf, openSession, withoutFlush, type ChatRow } from './open_session.ts'
import { ownSession } from './own_session.ts'

export interface OpenChatInput {
  user: CurrentUser
  characterId: string
  sessionId: string | null
  isNew: boolean
  /** Page back: the messages before this one. */
  beforeMessageId: string | null
}

/** The chat by its session, else the newest one; opening it makes it the one a bare send goes to. */
const readChat = statement<ChatRow>(
  'chat_read_chat_4',
  `with session as (
     update chat_sessions set opened_at = clock_timestamp() where id = (
       ${ownSession('$3::uuid', 'last_message_at')}
     ) returning id, created_at, last_message_at
   )
   select session.*, ${withoutFlush},
     (select id from replies where chat_session_id = session.id and state = 'running') as reply_id,
     coalesce((
       select json_agg(page order by position) from (
         select position, ${messageColumns} from chat_messages
         where chat_session_id = session.id and position < coalesce(
           (select position from chat_messages where id = $4::uuid and chat_session_id = session.id), 2147483647)
         order by position desc limit ${limits.messagesPage}
       ) page
     ), '[]') as messages
   from session`
)

/** A chat as its screen needs it: by session, the newest one, or a new one. */
export class OpenChat {
  constructor(
    private db: Database,
    private gallery: Gallery
  ) {}

  async handle(input: OpenChatInput): Promise<ChatData | 'no_such_chat' | 'adult_gate'> {
    const { user, characterId, sessionId } = input
    const view = await this.gallery.find(characterId, user)
    if (view?.kind === 'adult_gate') return 'adult_gate'
    if (!view && !sessionId) return 'no_such_chat'
    const known = input.isNew ? null : await this.#read(input, sessionId)
    // Only a chat that is asked for by its session can be missing: without one, a new one begins.
    const chat = known ?? (sessionId || !view ? null : await this.#open(user, view.character))
    if (!chat) return 'no_such_chat'
    return {
      session: {
        id: chat.id,
        createdAt: chat.created_at.toISOString(),
        lastMessageAt: chat.last_message_at.toISOString(),
      },
      character: view?.character ?? null,
      messages: chat.messages.map(fromJson),
      replyUnderWay: chat.reply_id ? { id: chat.reply_id } : null,
    }
  }

  async #read(
    { user, characterId, beforeMessageId }: Omit<OpenChatInput, 'isNew'>,
    sessionId: string | null
  ): Promise<ChatRow | null> {
    const [row] = await readChat(this.db.connection(), [user.id, characterId, sessionId, beforeMessageId])
    return row ?? null
  }

  async #open(
    user: CurrentUser,
    character: { id: string; firstMessage: string | null; greeting: string | null }
  ): Promise<ChatRow | null> {
    const opening = openingOf(character)
    const chat = await openSession(this.db, user.id, character.id, opening)
    if (chat.messages.length > 0 || opening === '') return chat
    return this.#read({ user, characterId: character.id, sessionId: chat.id, beforeMessageId: null }, chat.id)
  }
}
