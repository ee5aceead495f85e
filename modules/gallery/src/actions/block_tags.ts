import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'

/** Reads and replaces a user's blocked tags. */
@inject()
export class BlockTags {
  constructor(private readonly db: Database) {}

  async read(userId: string): Promise<string[]> {
    const { rows } = await this.db.rawQuery<{ rows: { tags: string[] }[] }>(
      `SELECT tags FROM blocked_tags WHERE user_id = ?::uuid`,
      [userId]
    )
    return rows[0]?.tags ?? []
  }

  /** The tags must be tidy. */
  async run(userId: string, tags: string[]) {
    if (tags.length === 0) await this.db.rawQuery(`DELETE FROM blocked_tags WHERE user_id = ?::uuid`, [userId])
    else
      await this.db.rawQuery(
        `INSERT INTO blocked_tags (user_id, tags) VALUES (?::uuid, ?::text[])
         ON CONFLICT (user_id) DO UPDATE SET tags = excluded.tags`,
        [userId, tags]
      )
  }
}
