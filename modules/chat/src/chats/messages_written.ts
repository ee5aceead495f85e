import type { Database } from '@adonisjs/lucid/database'
import { MessagesWrittenReader } from '#modules/accounts/index'

export class MessagesWritten extends MessagesWrittenReader {
  constructor(private db: Database) {
    super()
  }

  /** Messages the user has written, in deleted chats too. */
  async count(userId: string): Promise<number> {
    const { rows } = await this.db.rawQuery(
      'select coalesce(sum(messages_written), 0)::int as count from chat_sessions where user_id = ?',
      [userId]
    )
    return rows[0].count
  }

  async countMany(userIds: readonly string[]) {
    const { rows } = await this.db.rawQuery<{ rows: { userId: string; count: number }[] }>(
      `select user_id as "userId", sum(messages_written)::int as count from chat_sessions
       where user_id = any (?::uuid[]) group by 1`,
      [[...userIds]]
    )
    return new Map(rows.map(({ userId, count }) => [userId, count]))
  }
}
