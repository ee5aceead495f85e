import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { PaidReplies } from '#modules/economy/index'

/** Finds the chats that rubies were spent on. A hold has the id of its reply. */
@inject()
export class ChatsPaidFor extends PaidReplies {
  constructor(private readonly db: Database) {
    super()
  }

  async chatsOf(userId: string, holdIds: readonly string[]) {
    if (holdIds.length === 0) return new Map<string, never>()
    const { rows } = await this.db.rawQuery<{
      rows: { id: string; character_id: string | null; session_id: string }[]
    }>(
      `SELECT r.id, s.character_id, s.id AS session_id FROM replies r
       JOIN chat_sessions s ON s.user_id = r.user_id AND s.id = r.chat_session_id AND s.deleted_at IS NULL
       WHERE r.user_id = ?::uuid AND r.id = ANY (?::uuid[])`,
      [userId, [...holdIds]]
    )
    return new Map(
      rows.map(({ id, character_id: characterId, session_id: sessionId }) => [id, { characterId, sessionId }])
    )
  }
}
