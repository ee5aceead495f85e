import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Bus, UserEvents } from '#modules/realtime/index'
import { ReplyHub, stopChannel } from '../replies/index.ts'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { deleteMessages, type OwnedRow } from './delete_rows.ts'
import { chatUserEvent } from '../replies/api.ts'

/**
 * Deletes a chat and, in the same transaction, asks its running reply to stop. Only the reply's owner knows the text that was shown, so the
 * owner ends the reply. It is charged if there is text, and free otherwise. If the owner is dead, the sweep ends the reply for free.
 */
@inject()
export class DeleteChat {
  constructor(
    private readonly db: Database,
    private readonly hub: ReplyHub,
    private readonly bus: Bus,
    private readonly events: UserEvents
  ) {}

  /** Returns false if this user has no such chat. */
  async run({ userId, sessionId }: { userId: string; sessionId: string }): Promise<boolean> {
    const { hub, bus, events } = this
    const deleted = await this.#delete(userId, sessionId)
    if (!deleted) return false
    const { replyId } = deleted
    if (replyId) {
      const live = hub.find(replyId)
      if (live) live.end('deleted')
      else await bus.notify(stopChannel, replyId).catch(() => {})
    }
    events.publish(userId, chatUserEvent(sessionId, 'chat_deleted'))
    return true
  }

  /**
   * Uses two statements, because each takes its own snapshot. So the second one sees a reply that began while the first one waited for the
   * session's lock. No reply can begin after that.
   */
  #delete(userId: string, sessionId: string): Promise<{ replyId: string | null } | null> {
    return this.db.transaction(async (trx) => {
      const { rows: sessions } = await trx.rawQuery(
        `UPDATE chat_sessions SET deleted_at = now() WHERE user_id = ? AND id = ? AND deleted_at IS NULL RETURNING id`,
        [userId, sessionId]
      )
      if (sessions.length === 0) return null
      const { rows: replies } = await trx.rawQuery(
        `UPDATE replies SET stop_requested_at = now() WHERE user_id = ? AND chat_session_id = ? AND state = 'running' RETURNING id`,
        [userId, sessionId]
      )
      if (replies.length === 0) await deleteUnansweredOpening(trx, userId, sessionId)
      return { replyId: replies[0]?.id ?? null }
    })
  }
}

/**
 * Deletes the texts of a chat that has only its opening, which are copies of its characters' greetings. Until the purge, they would let a
 * user fill the disk by opening and deleting chats. Imports and branches have limits of their own.
 */
const deleteUnansweredOpening = async (trx: TransactionClientContract, userId: string, sessionId: string) => {
  const inChat = 'user_id = :userId::uuid AND chat_session_id = :sessionId::uuid'
  const { rows } = await trx.rawQuery<{ rows: OwnedRow[] }>(
    `SELECT user_id, id FROM chat_messages WHERE ${inChat} AND position = 1 AND author_id IS NULL AND ruby_cost = 0
       AND NOT EXISTS (SELECT FROM chat_messages WHERE ${inChat} AND position <> 1)
       AND NOT EXISTS (SELECT FROM chat_imports WHERE ${inChat})
       AND NOT EXISTS (SELECT FROM chat_branches WHERE ${inChat})`,
    { userId, sessionId }
  )
  await deleteMessages(trx, rows)
}
