import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { OrderQueue } from '../../index.ts'

/** The largest count, which bounds the query. */
const countMax = 10_000

/** Reads the index `ruby_orders_unsettled`, which contains exactly these rows, oldest first. */
export class OrderQueueQuery extends OrderQueue {
  async unsettled(client: QueryClientContract) {
    const { rows } = await client.rawQuery<{ rows: [{ count: number; seconds: number | null }] }>(
      `-- all users: a figure for admins
       SELECT count(*)::int AS count, extract(epoch FROM clock_timestamp() - min(created_at))::float8 AS seconds
       FROM (SELECT created_at FROM ruby_orders WHERE state IN ('open', 'pending') ORDER BY created_at, id LIMIT ${countMax}) waiting`
    )
    const [{ count, seconds }] = rows
    return { count, oldestSeconds: seconds ?? 0 }
  }
}
