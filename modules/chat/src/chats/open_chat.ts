import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import { limits, type ChatData } from '../../api.ts'
import { messageColumns, toMessage, type MessageRow } from '../replies/message_row.ts'
import { openSession } from './open_session.ts'

export interface OpenChatInput {
  user: CurrentUser
  characterId: string
  sessionId: string | null
  isNew: boolean
  /** Page back: the messages before this one. */
  beforeMessageId: string | null
}

interface SessionRow {
  id: string
  created_at: Date
  last_message_at: Date
}

/** A chat as its screen needs it: by session, the newest one, or a new one. Opening it makes it the one a bare send goes to. */
export class OpenChat {
  constructor(
    private db: Database,
    private gallery: Gallery
  ) {}

  async handle(input: OpenChatInput): Promise<ChatData | 'no_such_chat' | 'adult_gate'> {
    const { user, characterId } = input
    const view = await this.gallery.find(characterId, user)
    if (view?.kind === 'adult_gate') return 'adult_gate'
    if (!view && !input.sessionId) return 'no_such_chat'
    const session = await this.#session(input)
    if (!session) return 'no_such_chat'
    const [messages, replyUnderWay] = await Promise.all([
      this.#messages(session.id, input.beforeMessageId),
      this.#replyUnderWay(session.id),
    ])
    return {
      session: {
        id: session.id,
        createdAt: session.created_at.toISOString(),
        lastMessageAt: session.last_message_at.toISOString(),
      },
      character: view?.character ?? null,
      messages,
      replyUnderWay,
    }
  }

  async #session({ user, characterId, sessionId, isNew }: OpenChatInput): Promise<SessionRow | null> {
    const known = isNew ? null : await this.#touch(user.id, characterId, sessionId)
    if (known || sessionId) return known
    const sheet = await this.gallery.sheet(characterId)
    if (!sheet) return null
    return this.#touch(user.id, characterId, await openSession(this.db, user.id, sheet))
  }

  async #touch(userId: string, characterId: string, sessionId: string | null): Promise<SessionRow | null> {
    const { rows } = await this.db.rawQuery(
      `update chat_sessions set opened_at = clock_timestamp() where id = (
         select id from chat_sessions
         where user_id = :userId and character_id = :characterId and deleted_at is null and id = coalesce(:sessionId::uuid, id)
         order by last_message_at desc, id desc limit 1
       ) returning id, created_at, last_message_at`,
      { userId, characterId, sessionId }
    )
    return rows[0] ?? null
  }

  async #messages(sessionId: string, beforeMessageId: string | null) {
    const { rows } = await this.db.rawQuery(
      `select ${messageColumns} from chat_messages where chat_session_id = :sessionId
         and position < coalesce((select position from chat_messages where id = :before::uuid and chat_session_id = :sessionId), 2147483647)
       order by position desc limit ${limits.messagesPage}`,
      { sessionId, before: beforeMessageId }
    )
    return rows.reverse().map((row: MessageRow) => toMessage(row))
  }

  async #replyUnderWay(sessionId: string): Promise<{ id: string } | null> {
    const { rows } = await this.db.rawQuery(`select id from replies where chat_session_id = ? and state = 'running'`, [
      sessionId,
    ])
    return rows[0] ?? null
  }
}
