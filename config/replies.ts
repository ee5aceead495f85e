import { join } from 'node:path'
import env, { dataDir } from './env.ts'

/** Replies. Times are in milliseconds. */
export default {
  /** A lease expires if it isn't renewed for this long, and its replies are then lost. */
  leaseMs: env.get('REPLY_LEASE_MS'),
  /** How often partial text is saved and the lease renewed. The newest text is saved eight times as often. */
  tickMs: env.get('REPLY_TICK_MS'),
  firstTextTimeoutMs: env.get('REPLY_FIRST_TEXT_TIMEOUT_MS'),
  nextTextTimeoutMs: env.get('REPLY_NEXT_TEXT_TIMEOUT_MS'),
  /** How long replies may continue during shutdown. */
  drainMs: env.get('DRAIN_MS'),
  /** The newest text of running replies, for other processes of this machine. */
  journalFolder: join(dataDir, 'replies'),
}
