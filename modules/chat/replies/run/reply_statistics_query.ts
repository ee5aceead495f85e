import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { ReplyStatistics, type ReplyHour } from '../ports.ts'

/** The number of logarithmic buckets per factor e. Times are at most 2.5 % off, and a week of a busy site is a few thousand rows. */
const bucketsPerE = 20

/** The error codes of replies that ended for reasons other than a provider. */
const ownErrors = ['stopped', 'deleted', 'server_stopping', 'server_lost']

interface Row {
  starts_at: Date
  bucket: number | null
  count: number
  replies: number
  provider_errors: number
}

/** Rows are stored about in the order of their times, so an index of blocks serves, which no reply writes to. */
const sql = `-- all users: the replies of the whole site
  SELECT date_trunc('hour', created_at, 'UTC') AS starts_at, round(ln(first_text_ms + 1) * ${bucketsPerE})::int AS bucket,
    count(*)::int AS count,
    (count(*) FILTER (WHERE state = 'written' OR state = 'stopped' AND (error_code IS NULL OR error_code NOT IN ('stopped', 'deleted'))))::int AS replies,
    (count(*) FILTER (WHERE state IN ('failed', 'broken_off') AND error_code <> ALL (?::text[])))::int AS provider_errors
  FROM replies WHERE created_at >= ?::timestamptz
  GROUP BY 1, 2`

@inject()
export class ReplyStatisticsQuery extends ReplyStatistics {
  readonly #db: Database

  constructor(db: Database) {
    super()
    this.#db = db
  }

  async since(moment: Date, client: QueryClientContract = this.#db.connection()) {
    const { rows } = await client.rawQuery<{ rows: Row[] }>(sql, [ownErrors, moment])
    const hours = new Map<number, ReplyHour>()
    for (const { starts_at: startsAt, bucket, count, replies, provider_errors: providerErrors } of rows) {
      const known = hours.get(startsAt.getTime())
      const hour = known ?? { startsAt, replies: 0, providerErrors: 0, firstTexts: [] }
      if (!known) hours.set(startsAt.getTime(), hour)
      hour.replies += replies
      hour.providerErrors += providerErrors
      if (bucket !== null) hour.firstTexts.push({ ms: Math.round(Math.exp(bucket / bucketsPerE)) - 1, count })
    }
    return [...hours.values()]
  }
}
