import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Talkers, type TalkersRequest } from './ports.ts'

@inject()
export class TalkersQuery extends Talkers {
  constructor(private readonly db: Database) {
    super()
  }

  async of(characterId: string, { withinDays, afterId, limit }: TalkersRequest): Promise<string[]> {
    const isRecent = `session.deleted_at IS NULL AND session.messages_written > 0
      AND session.last_message_at > now() - make_interval(days => :withinDays::int)`
    const { rows } = await this.db.rawQuery<{ rows: { id: string }[] }>(
      `-- all users: the people who talk to a character
       SELECT id FROM (
         (SELECT DISTINCT session.user_id::text AS id FROM chat_sessions session
          WHERE session.character_id = :characterId::uuid AND session.user_id::text > :afterId AND ${isRecent}
          ORDER BY id LIMIT :limit::int)
         UNION
         -- Groups are few, so this reads the primary key from the position on.
         (SELECT id::text FROM (
            SELECT DISTINCT member.user_id AS id FROM chat_group_members member
            JOIN chat_sessions session ON session.user_id = member.user_id AND session.id = member.chat_session_id
            WHERE member.character_id = :characterId::uuid AND member.user_id > :afterId::uuid AND member.removed_at IS NULL
              AND ${isRecent}
            ORDER BY id LIMIT :limit::int
          ) AS members)
       ) AS talkers ORDER BY id LIMIT :limit::int`,
      { characterId, withinDays, afterId, limit } as never
    )
    return rows.map(({ id }) => id)
  }

  async isGroup(userId: string, sessionId: string): Promise<boolean | null> {
    const { rows } = await this.db.rawQuery<{ rows: { isGroup: boolean }[] }>(
      `SELECT character_id IS NULL AS "isGroup" FROM chat_sessions WHERE user_id = ?::uuid AND id = ?::uuid AND deleted_at IS NULL`,
      [userId, sessionId]
    )
    return rows[0]?.isGroup ?? null
  }
}
