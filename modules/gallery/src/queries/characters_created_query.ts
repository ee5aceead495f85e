import type { Database } from '@adonisjs/lucid/database'
import { CharactersCreatedReader } from '#modules/accounts/index'

/** How many characters someone has made that are still there. */
export class CharactersCreatedQuery extends CharactersCreatedReader {
  constructor(private readonly db: Database) {
    super()
  }

  async count(userId: string): Promise<number> {
    const { rows } = await this.db.rawQuery<{ rows: { made: number }[] }>(
      `SELECT count(*)::int AS made FROM characters WHERE created_by = ?::uuid AND deleted_at IS NULL`,
      [userId]
    )
    return rows[0]?.made ?? 0
  }

  async countMany(userIds: readonly string[]) {
    const { rows } = await this.db.rawQuery<{ rows: { userId: string; made: number }[] }>(
      `SELECT created_by AS "userId", count(*)::int AS made FROM characters
       WHERE created_by = ANY (?::uuid[]) AND deleted_at IS NULL GROUP BY 1`,
      [[...userIds]]
    )
    return new Map(rows.map(({ userId, made }) => [userId, made]))
  }
}
