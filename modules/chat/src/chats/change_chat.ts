import type { ChatChange, ChatSession } from '../../api.ts'
import type { ReplyContext } from '../generating/reply_context.ts'
import { chatUserEvent } from './chat_user_event.ts'

interface SessionRow {
  id: string
  created_at: Date
  last_message_at: Date
  title: string | null
  pins: string[]
}

/** Changes the settings of a chat. The methods return the changed chat, or null if this user has no such chat. */
export class ChangeChat {
  readonly #context: ReplyContext

  constructor(context: ReplyContext) {
    this.#context = context
  }

  /** Null removes the title. */
  setTitle(userId: string, sessionId: string, title: string | null) {
    return this.#set(userId, sessionId, 'title = ?', title, 'title_changed')
  }

  /** Applies from the next reply on. A running one keeps its pins. */
  setPins(userId: string, sessionId: string, pins: string[]) {
    return this.#set(userId, sessionId, 'pins = ?::text[]', pins, 'pins_changed')
  }

  async #set(
    userId: string,
    sessionId: string,
    assignment: string,
    value: unknown,
    what: ChatChange
  ): Promise<ChatSession | null> {
    const { db, events } = this.#context
    const { rows } = (await db.rawQuery(
      `UPDATE chat_sessions SET ${assignment} WHERE id = ? AND user_id = ? AND deleted_at IS NULL
       RETURNING id, created_at, last_message_at, title, pins`,
      [value, sessionId, userId]
    )) as { rows: SessionRow[] }
    const [row] = rows
    if (!row) return null
    events.publish(userId, chatUserEvent(sessionId, what))
    const { id, title, pins } = row
    return {
      id,
      createdAt: row.created_at.toISOString(),
      lastMessageAt: row.last_message_at.toISOString(),
      title,
      pins,
    }
  }
}
