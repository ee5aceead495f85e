import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Blocks } from '../../index.ts'

@inject()
export class BlocksQuery extends Blocks {
  constructor(private readonly db: Database) {
    super()
  }

  async between(
    userId: string,
    otherIds: readonly string[],
    client: QueryClientContract | TransactionClientContract = this.db.connection()
  ): Promise<Set<string>> {
    if (otherIds.length === 0) return new Set()
    const { rows } = await client.rawQuery<{ rows: { id: string }[] }>(
      `SELECT id FROM hidings WHERE user_id = :userId::uuid AND kind = 'person' AND id = ANY (:otherIds::uuid[])
       UNION SELECT user_id FROM hidings WHERE user_id = ANY (:otherIds::uuid[]) AND kind = 'person' AND id = :userId::uuid`,
      { userId, otherIds: [...otherIds] } as never
    )
    return new Set(rows.map(({ id }) => id))
  }
}
