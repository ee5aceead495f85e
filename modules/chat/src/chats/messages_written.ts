import type { Database } from '@adonisjs/lucid/database'
import { MessagesWrittenReader } from '#modules/accounts/index'

export class MessagesWritten extends MessagesWrittenReader {
  constructor(private db: Database) {
    super()
  }

  /** Messages the user has written, in deleted chats too. */
  async count(userId: string): Promise<number> {
    return (await this.countMany([userId])).get(userId) ?? 0
  }

  /** Each half has its index: of chats that are there, and of deleted ones. */
  async countMany(userIds: readonly string[]) {
    const { rows } = await this.db.rawQuery<{ rows: { userId: string; count: number }[] }>(
      `select user_id as "userId", sum(messages_written)::int as count from (
         select user_id, messages_written from chat_sessions
         where user_id = any (?::uuid[]) and deleted_at is null and messages_written > 0
         union all
         select user_id, messages_written from chat_sessions where user_id = any (?::uuid[]) and deleted_at is not null
       ) written group by 1`,
      [[...userIds], [...userIds]]
    )
    return new Map(rows.map(({ userId, count }) => [userId, count]))
  }
}
