import type { Database } from '@adonisjs/lucid/database'
import { PaidReplies } from '#modules/economy/index'

/** A hold bears the id of its reply. */
export class ChatsPaidFor extends PaidReplies {
  constructor(private db: Database) {
    super()
  }

  async chatsOf(holdIds: readonly string[]) {
    if (holdIds.length === 0) return new Map<string, never>()
    const { rows } = await this.db.rawQuery<{ rows: { id: string; character_id: string; session_id: string }[] }>(
      `select r.id, s.character_id, s.id as session_id from replies r
       join chat_sessions s on s.id = r.chat_session_id and s.deleted_at is null
       where r.id = any (?::uuid[])`,
      [[...holdIds]]
    )
    return new Map(
      rows.map(({ id, character_id: characterId, session_id: sessionId }) => [id, { characterId, sessionId }])
    )
  }
}
