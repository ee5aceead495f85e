import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { CharactersCreatedReader } from '#modules/accounts/index'

/** Counts a user's characters, without deleted ones. */
@inject()
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

export const countCharacters = async (userId: string, client: QueryClientContract): Promise<number> => {
  const { rows } = await client.rawQuery<{ rows: [{ made: number }] }>(
    `SELECT count(*)::int AS made FROM characters WHERE created_by = ?::uuid AND deleted_at IS NULL`,
    [userId]
  )
  return rows[0].made
}
