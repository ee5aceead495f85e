import { share } from './processes.ts'
import replies from './replies.ts'

/** The connection between processes, and event streams. Times are in milliseconds. */
export default {
  /**
   * The longest wait for each query on the connection between processes. The lease of replies is renewed on it, so a missed deadline
   * must leave time for another attempt. A lease of less than four seconds leaves none.
   */
  queryDeadlineMs: Math.min(Math.max(1_000, replies.leaseMs * 0.3), 6_000),
  /** An event stream outlives its session by no more than this. */
  sessionCheckMs: Math.min(replies.leaseMs, 15_000),
  /** Open event streams of one process. */
  streamsMax: share(5_000),
}
