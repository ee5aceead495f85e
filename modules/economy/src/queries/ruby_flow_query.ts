import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { RubyFlow } from '../../index.ts'

interface Row {
  starts_at: Date
  rubies_in: string
  rubies_out: string
}

/** Reads only recent lines: they are stored in order of time, so a BRIN index finds the start. */
@inject()
export class RubyFlowQuery extends RubyFlow {
  constructor(private readonly db: Database) {
    super()
  }

  async since(moment: Date, client: Pick<QueryClientContract, 'rawQuery'> = this.db) {
    const { rows } = await client.rawQuery<{ rows: Row[] }>(
      `-- all users: a figure for admins
       SELECT date_trunc('hour', created_at, 'UTC') AS starts_at,
         coalesce(sum(amount) FILTER (WHERE
           type IN ('welcome', 'daily_reward', 'discord_reward', 'purchase', 'code', 'share', 'admin_grant')), 0) AS rubies_in,
         coalesce(-sum(amount) FILTER (WHERE type IN ('chat', 'reroll', 'picture', 'speech')), 0) AS rubies_out
       FROM ruby_transactions WHERE created_at >= ?::timestamptz GROUP BY 1`,
      [moment]
    )
    return rows.map((row) => ({
      startsAt: row.starts_at,
      rubiesIn: Number(row.rubies_in),
      rubiesOut: Number(row.rubies_out),
    }))
  }
}
