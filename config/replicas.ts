import type { ReplicaSettings } from '#modules/kernel/replicas'
import env from './env.ts'

const lagMaxMs = env.get('DATABASE_READ_LAG_MS')

/** By default, a look and its deadline take less than a second together. */
export default {
  lagMaxMs,
  lookEveryMs: Math.min(500, lagMaxMs * 0.1),
  lookWithinMs: lagMaxMs * 0.08,
} satisfies ReplicaSettings
