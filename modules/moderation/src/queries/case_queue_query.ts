import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { CaseQueue } from '../../index.ts'

const withinHours = 12

export class CaseQueueQuery extends CaseQueue {
  async urgent(client: QueryClientContract) {
    const { rows } = await client.rawQuery<{ rows: [{ count: number }] }>(
      `SELECT count(*)::int AS count FROM report_cases
       WHERE state = 'open' AND reason = 'intimate' AND queued_at < now() + make_interval(hours => ?::int)`,
      [withinHours]
    )
    return rows[0].count
  }
}
