import { lockSql, presenceLockOf } from '#modules/kernel/locks'
import type { ReplyContext, ReplyTimings } from '../run/reply_context.ts'

/** Returns the age at which a lease should have been renewed, with room for one missed deadline and a new connection. */
const overdueMs = ({ leaseMs, tickMs }: ReplyTimings) => Math.max(3 * tickMs, Math.min(leaseMs * 0.4, 8_000))

/** The entry of this process in `reply_owners`, which shows other processes that it is alive. Uses the database's clock. */
export class Lease {
  readonly #context: ReplyContext
  /** The name of the process, which stays the same after a restart. So a process can expire the lease of its predecessor. */
  readonly #instance: string
  /** When the lease was last renewed, on the monotonic clock. Null: this process has not started. */
  #renewedAt: number | null = null
  /** The ids of the other live processes at the last renewal. */
  #peers: readonly string[] = []

  constructor(context: ReplyContext, instance: string) {
    this.#context = context
    this.#instance = instance
  }

  /** Starts to expect the lease, so that a missing lease is overdue. */
  start() {
    this.#renewedAt = -Infinity
  }

  get isOverdue() {
    return (
      this.#renewedAt !== null &&
      this.#context.timers.monotonicMs() - this.#renewedAt > overdueMs(this.#context.timings)
    )
  }

  /** Expires the leases of earlier processes with the same instance name, unless they are still connected. */
  async expirePredecessors() {
    const { connection, owner } = this.#context
    // The name alone is no proof, because two machines may both be called localhost.
    await connection.query(
      `UPDATE reply_owners SET lease_until = '-infinity'
       WHERE instance = $1 AND id <> $2 AND ${lockSql.try(presenceLockOf('id::text'))}`,
      [this.#instance, owner]
    )
  }

  /** Renews the lease. Returns the ids of processes whose lease has expired since the last renewal. */
  async renew(): Promise<string[]> {
    const { connection, bus, owner, timings, timers } = this.#context
    const askedAt = timers.monotonicMs()
    const [row] = await connection.query<{ peers: string[] }>(
      `INSERT INTO reply_owners (id, instance, lease_until) VALUES ($1, $2, clock_timestamp() + $3 * INTERVAL '1 millisecond')
       ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until
       RETURNING ARRAY(SELECT o.id FROM reply_owners o WHERE o.id <> $1 AND o.lease_until > clock_timestamp()) AS peers`,
      [owner, this.#instance, timings.leaseMs]
    )
    const { peers } = row!
    this.#renewedAt = askedAt
    bus.hasPeers = peers.length > 0
    const gone = this.#peers.filter((id) => !peers.includes(id))
    this.#peers = peers
    return gone
  }

  async expire() {
    const { connection, owner } = this.#context
    await connection.query(`UPDATE reply_owners SET lease_until = '-infinity' WHERE id = $1`, [owner])
  }
}
