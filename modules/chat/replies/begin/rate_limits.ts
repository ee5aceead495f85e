import { limits } from '../../limits.ts'

/** Whether a user may begin a reply now, as a statement reads it. */
export interface RateLimitRow {
  /** Seconds until the oldest of the last minute's replies leaves the window. Null if the window isn't full. */
  retry_after: number | null
  /**
   * The same for free replies that a user can cause (`generating/endings.ts`), and for replies that the provider failed. They may cost the
   * operator a prompt.
   */
  unpaid_retry_after: number | null
}

interface RateLimitInput {
  /** SQL for the user's id. */
  user: string
  /** SQL for whether limits apply. */
  isLimited: string
}

/**
 * Ids of replies are ordered by time, so the primary key finds the latest ones. An id may be this much older than its row, because
 * beginning is retried, and clocks of machines differ.
 */
const idMarginSeconds = 600

/** SQL for the condition that a reply of a user is at most so old. */
export const begunWithin = (seconds: number, reply = 'replies') =>
  `${reply}.id > (SELECT uuidv7(INTERVAL '-${seconds + idMarginSeconds} seconds')) AND ${reply}.created_at > now() - INTERVAL '${seconds} seconds'`

const window = ({ user, isLimited }: RateLimitInput, seconds: number, condition: string, count: number) => `
     CASE WHEN ${isLimited} THEN (
       SELECT ceil(extract(epoch FROM created_at + INTERVAL '${seconds} seconds' - now()))::int FROM replies
       WHERE user_id = ${user} AND ${begunWithin(seconds)} ${condition}
       ORDER BY created_at DESC OFFSET ${count - 1} LIMIT 1
     ) END`

const unpaidSeconds = limits.unpaidStartsMinutes * 60

/** Read through the replies of a user, of which the limit per minute permits 600 in this time. */
const failedByProvider = `AND state = 'failed' AND error_code NOT IN ('server_stopping', 'server_lost')`

/** SQL for the columns of a `RateLimitRow`. */
export const rateLimitColumns = (
  input: RateLimitInput
) => `${window(input, 60, '', limits.repliesPerMinute)} AS retry_after,
     greatest(${window(input, unpaidSeconds, 'AND is_unpaid', limits.unpaidStarts)},
     ${window(input, unpaidSeconds, failedByProvider, limits.providerFailures)}) AS unpaid_retry_after`

export type RateLimitRefusal = { kind: 'too_many' | 'too_many_unpaid'; retryAfterSeconds: number }

export const rateLimitRefusal = ({ retry_after, unpaid_retry_after }: RateLimitRow): RateLimitRefusal | null => {
  if (unpaid_retry_after !== null)
    return { kind: 'too_many_unpaid', retryAfterSeconds: Math.max(1, unpaid_retry_after) }
  return retry_after === null ? null : { kind: 'too_many', retryAfterSeconds: Math.max(1, retry_after) }
}
