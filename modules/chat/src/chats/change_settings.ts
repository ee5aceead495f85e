import type { Lore } from '#modules/lore/index'
import type { ChatSettings } from '../../api.ts'
import type { ReplyContext } from '../generating/reply_context.ts'
import { chatUserEvent } from './chat_user_event.ts'

interface Row {
  lorebook_ids: string[]
}

const ownChat = 'id = ?::uuid AND user_id = ?::uuid AND deleted_at IS NULL'

/** Reads and changes the settings of a chat. Null: this user has no such chat. */
export class ChangeSettings {
  readonly #context: ReplyContext
  readonly #lore: Lore

  constructor(context: ReplyContext, lore: Lore) {
    this.#context = context
    this.#lore = lore
  }

  async read(userId: string, sessionId: string): Promise<ChatSettings | null> {
    const { rows } = await this.#context.db.rawQuery<{ rows: Row[] }>(
      `SELECT lorebook_ids FROM chat_sessions WHERE ${ownChat}`,
      [sessionId, userId]
    )
    const [row] = rows
    return row ? { lorebookIds: await this.#lore.findOwn(userId, row.lorebook_ids) } : null
  }

  /** Applies from the next reply on. A prompt must not contain another user's texts, so all lorebooks must be the user's own. */
  async change(
    userId: string,
    sessionId: string,
    { lorebookIds }: Partial<ChatSettings>
  ): Promise<ChatSettings | 'unknown_lorebook' | null> {
    const { db, events } = this.#context
    if (!lorebookIds) return this.read(userId, sessionId)
    const refusal = await db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
        `SELECT FROM chat_sessions WHERE ${ownChat} FOR UPDATE`,
        [sessionId, userId]
      )
      if (rows.length === 0) return 'no_such_chat'
      const own = await this.#lore.findOwn(userId, lorebookIds, trx)
      if (own.length < lorebookIds.length) return 'unknown_lorebook'
      await trx.rawQuery('UPDATE chat_sessions SET lorebook_ids = ?::uuid[] WHERE id = ?::uuid', [
        lorebookIds,
        sessionId,
      ] as never)
      return null
    })
    if (refusal) return refusal === 'no_such_chat' ? null : refusal
    events.publish(userId, chatUserEvent(sessionId, 'settings_changed'))
    return { lorebookIds }
  }
}
