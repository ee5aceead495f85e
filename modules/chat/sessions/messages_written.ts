import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { MessagesWrittenReader } from '#modules/accounts/index'

@inject()
export class MessagesWritten extends MessagesWrittenReader {
  constructor(private readonly db: Database) {
    super()
  }

  /** Counts the messages that a user wrote, also in deleted chats, but without imported messages. */
  async count(userId: string): Promise<number> {
    return (await this.countMany([userId])).get(userId) ?? 0
  }

  /** Each half of the union has its own partial index, one for existing chats and one for deleted chats. */
  async countMany(userIds: readonly string[]) {
    const { rows } = await this.db.rawQuery<{ rows: { userId: string; count: number }[] }>(
      `-- all users: one request counts for a page of users
       SELECT user_id AS "userId", sum(messages_written - messages_imported)::int AS count FROM (
         SELECT user_id, messages_written, messages_imported FROM chat_sessions
         WHERE user_id = ANY (?::uuid[]) AND deleted_at IS NULL AND messages_written > 0
         UNION ALL
         SELECT user_id, messages_written, messages_imported FROM chat_sessions WHERE user_id = ANY (?::uuid[]) AND deleted_at IS NOT NULL
       ) written GROUP BY 1`,
      [[...userIds], [...userIds]]
    )
    return new Map(rows.map(({ userId, count }) => [userId, count]))
  }
}
