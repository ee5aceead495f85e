import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import { statement } from '#modules/kernel/sql'
import { limits, type ChatData } from '../../api.ts'
import { alternatesOf, fromJson, messageColumns } from '../generating/message_row.ts'
import { openingOf, openSession, withoutFlush, type ChatRow } from './open_session.ts'
import { ownSession } from './own_session.ts'

export interface OpenChatInput {
  user: CurrentUser
  characterId: string
  sessionId: string | null
  isNew: boolean
  page: ChatPage
}

/** The newest messages, or those on one side of a message, or around it. */
export type ChatPage = { kind: 'newest' } | { kind: 'before' | 'after' | 'around'; messageId: string }

/**
 * The chat by its session, else the newest one; opening it makes it the one a bare send goes to. The limits are written out, so that
 * each page has a plan of its own. No row: no such chat, or no such message in it.
 */
const reading = (kind: ChatPage['kind']) => {
  const isAround = kind === 'around'
  const page = (condition: string, order: 'asc' | 'desc') => `(
       select position, ${messageColumns}, ${alternatesOf('chat_messages')} from chat_messages
       where chat_session_id = (select id from session) and deleted_at is null and ${condition}
       order by position ${order} limit ${isAround ? limits.messagesPage / 2 : limits.messagesPage}
     )`
  const older = page(`position ${isAround ? '<=' : '<'} (select position from place)`, 'desc')
  const newer = page('position > (select position from place)', 'asc')
  const pages = { newest: older, before: older, after: newer, around: `${older} union all ${newer}` }
  return statement<ChatRow>(
    `chat_read_chat_${kind}_1`,
    `with session as (
       update chat_sessions set opened_at = clock_timestamp() where id = (
         ${ownSession('$3::uuid', 'last_message_at')}
       ) returning id, created_at, last_message_at, title, pins
     ), place as materialized (
       select position from chat_messages where id = $4::uuid and chat_session_id = (select id from session)
       union all select 2147483647 where $4::uuid is null
     ), page as materialized (${pages[kind]})
     select session.*, ${withoutFlush},
       (select json_build_object('id', id, 'kind', kind, 'messageId', message_id) from replies
        where chat_session_id = session.id and state = 'running') as reply,
       coalesce((select json_agg(page order by position) from page), '[]') as messages,
       exists (
         select from chat_messages where chat_session_id = session.id and deleted_at is null
           and position < (select min(position) from page)
       ) as has_older,
       exists (
         select from chat_messages where chat_session_id = session.id and deleted_at is null
           and position > (select max(position) from page)
       ) as has_newer
     from session, place`
  )
}

const readChat = {
  newest: reading('newest'),
  before: reading('before'),
  after: reading('after'),
  around: reading('around'),
}

/** A chat as its screen needs it: by session, the newest one, or a new one. */
export class OpenChat {
  constructor(
    private db: Database,
    private gallery: Gallery
  ) {}

  async run(input: OpenChatInput): Promise<ChatData | 'no_such_chat' | 'adult_gate'> {
    const { user, characterId, sessionId } = input
    const view = await this.gallery.find(characterId, user)
    if (view?.kind === 'adult_gate') return 'adult_gate'
    if (!view && !sessionId) return 'no_such_chat'
    const known = input.isNew ? null : await this.#read(input, sessionId)
    // Only a chat that is asked for by its session can be missing: without one, a new one begins.
    const chat =
      known ?? (sessionId || !view || input.page.kind !== 'newest' ? null : await this.#open(user, view.character))
    if (!chat) return 'no_such_chat'
    return {
      session: {
        id: chat.id,
        createdAt: chat.created_at.toISOString(),
        lastMessageAt: chat.last_message_at.toISOString(),
        title: chat.title,
        pins: chat.pins,
      },
      character: view?.character ?? null,
      messages: chat.messages.map(fromJson),
      hasOlder: chat.has_older,
      hasNewer: chat.has_newer,
      replyUnderWay: chat.reply,
    }
  }

  async #read(
    { user, characterId, page }: Omit<OpenChatInput, 'isNew'>,
    sessionId: string | null
  ): Promise<ChatRow | null> {
    const messageId = page.kind === 'newest' ? null : page.messageId
    const [row] = await readChat[page.kind](this.db.connection(), [user.id, characterId, sessionId, messageId])
    return row ?? null
  }

  async #open(
    user: CurrentUser,
    character: { id: string; firstMessage: string | null; greeting: string | null }
  ): Promise<ChatRow | null> {
    const opening = openingOf(character)
    const chat = await openSession(this.db, user.id, character.id, opening)
    if (chat.messages.length > 0 || opening === '') return chat
    return this.#read({ user, characterId: character.id, sessionId: chat.id, page: { kind: 'newest' } }, chat.id)
  }
}
