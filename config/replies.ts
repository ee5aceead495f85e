import env from './env.ts'

/** Timings of replies, in milliseconds. */
export default {
  /** How long a server may be silent before another process takes its replies for lost. */
  leaseMs: env.get('REPLY_LEASE_MS'),
  /** How often text under way is written down and the lease renewed. */
  tickMs: env.get('REPLY_TICK_MS'),
  firstTextTimeoutMs: env.get('REPLY_FIRST_TEXT_TIMEOUT_MS'),
  nextTextTimeoutMs: env.get('REPLY_NEXT_TEXT_TIMEOUT_MS'),
  /** How long a stopping server lets replies go on. */
  drainMs: env.get('DRAIN_MS'),
}
