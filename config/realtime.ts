import { share } from './processes.ts'
import replies from './replies.ts'

/** The connection between processes, and event streams. Times are in milliseconds. */
export default {
  /**
   * The longest wait for each query on the connection between processes. The lease of replies is renewed on it, so a missed deadline
   * must leave time for another attempt. A lease shorter than four seconds leaves none.
   */
  queryDeadlineMs: Math.min(Math.max(1_000, replies.leaseMs * 0.3), 6_000),
  /** An event stream outlives its session by at most this time. */
  sessionCheckMs: Math.min(replies.leaseMs, 15_000),
  /** The maximum number of open event streams of this process. */
  streamsMax: share(5_000),
}
