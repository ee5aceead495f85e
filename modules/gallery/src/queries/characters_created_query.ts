import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { CharactersCreatedReader } from '#modules/accounts/index'

/** How many characters someone has made that are still there. */
export class CharactersCreatedQuery extends CharactersCreatedReader {
  constructor(private readonly db: Database) {
    super()
  }

  async count(userId: string): Promise<number> {
    return countCharacters(userId, this.db.connection())
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

/** The same for one, as part of a transaction too. */
export const countCharacters = async (userId: string, client: QueryClientContract): Promise<number> => {
  const { rows } = await client.rawQuery<{ rows: [{ made: number }] }>(
    `SELECT count(*)::int AS made FROM characters WHERE created_by = ?::uuid AND deleted_at IS NULL`,
    [userId]
  )
  return rows[0].made
}
