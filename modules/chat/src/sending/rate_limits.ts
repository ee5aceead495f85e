import { limits } from '../../api.ts'

/** Whether a user may begin a reply now, as a statement reads it. */
export interface RateLimitRow {
  /** Seconds until the oldest of the last minute's replies leaves the window. Null: the window isn't full. */
  retry_after: number | null
  /** The same for replies that the user stopped before their first text. They are free, but cost the operator a prompt. */
  unpaid_retry_after: number | null
}

const window = (seconds: number, condition: string, count: string) => `
     case when $6::int is not null then (
       select ceil(extract(epoch from created_at + interval '${seconds} seconds' - now()))::int from replies
       where user_id = $1 and created_at > now() - interval '${seconds} seconds' ${condition}
       order by created_at desc offset ${count} - 1 limit 1
     ) end`

/**
 * SQL for the columns of a `RateLimitRow`. The statement's `$1` is the user, its `$6` the replies per minute, null for no limits. Only a
 * stop or a deleted chat ends a reply as `stopped` with an error code, and only before the first text.
 */
export const rateLimitColumns = `${window(60, '', '$6::int')} as retry_after,
     ${window(limits.unpaidStartsMinutes * 60, `and state = 'stopped' and error_code is not null`, String(limits.unpaidStarts))}
       as unpaid_retry_after`

export type RateLimitRefusal = { kind: 'too_many' | 'too_many_unpaid'; retryAfterSeconds: number }

export const rateLimitRefusal = ({ retry_after, unpaid_retry_after }: RateLimitRow): RateLimitRefusal | null => {
  if (unpaid_retry_after !== null)
    return { kind: 'too_many_unpaid', retryAfterSeconds: Math.max(1, unpaid_retry_after) }
  return retry_after === null ? null : { kind: 'too_many', retryAfterSeconds: Math.max(1, retry_after) }
}
