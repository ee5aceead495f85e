import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { CounterQueue } from '../../index.ts'

const countMax = 100_000

export class CounterQueueQuery extends CounterQueue {
  async waiting(client: QueryClientContract) {
    const { rows } = await client.rawQuery<{ rows: [{ count: number }] }>(
      `SELECT count(*)::int AS count FROM (
         (SELECT FROM character_counter_increments LIMIT ${countMax}) UNION ALL (SELECT FROM character_tag_increments LIMIT ${countMax})
       ) waiting`
    )
    return Math.min(rows[0].count, countMax)
  }
}
