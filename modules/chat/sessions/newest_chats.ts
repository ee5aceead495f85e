import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { RecentChats, type RecentChat } from '#modules/gallery/index'

/** Older chats are ignored, which limits the cost for users with very many chats. */
const chatsRead = 500

@inject()
export class NewestChats extends RecentChats {
  constructor(private readonly db: Database) {
    super()
  }

  async newest(userId: string, limit: number): Promise<RecentChat[]> {
    const { rows } = await this.db.rawQuery<{ rows: RecentChat[] }>(
      `SELECT character_id AS "characterId", (array_agg(id ORDER BY last_message_at DESC, id DESC))[1] AS "sessionId"
       FROM (
         SELECT id, character_id, last_message_at FROM chat_sessions
         WHERE user_id = ?::uuid AND deleted_at IS NULL AND messages_written > 0 AND character_id IS NOT NULL
           AND coalesce(archived_at < last_message_at, true)
         ORDER BY last_message_at DESC, id DESC LIMIT ${chatsRead}
       ) AS chats
       GROUP BY character_id ORDER BY max(last_message_at) DESC LIMIT ?::int`,
      [userId, limit]
    )
    return rows
  }
}
