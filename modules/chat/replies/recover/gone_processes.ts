import type { ReplyContext } from '../run/reply_context.ts'

/**
 * SQL for whether the process with the row `o` of `reply_owners` is gone: its lease has expired by the database's clock, or was expired on
 * purpose ('-infinity'). `isSure`: the parameter with the value of `isSureOfLeases`.
 */
export const isGone = (isSure: string): string =>
  `(o.lease_until = '-infinity' OR (o.lease_until < clock_timestamp() AND ${isSure}::boolean))`

/**
 * Whether an expired lease means that its process is gone. During an outage no process can renew its lease, so this process must have been
 * connected for one lease without a break.
 */
export const isSureOfLeases = ({ connection, timings }: Pick<ReplyContext, 'connection' | 'timings'>): boolean =>
  connection.connectedForMs >= timings.leaseMs
