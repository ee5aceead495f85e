import { readFileSync } from 'node:fs'
import type { RealtimeSettings } from '#modules/realtime/index'
import env, { refuse } from './env.ts'
import { share } from './processes.ts'
import replies from './replies.ts'

const natsUrl = env.get('NATS_URL')

const fileOf = (name: 'NATS_CREDENTIALS' | 'NATS_CA'): string | undefined => {
  const path = env.get(name)
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch {
    refuse([`${name} names a file that can't be read: ${path}`])
    return undefined
  }
}

/**
 * Messages between processes, and event streams. Messages are sent by NATS if NATS_URL is set, and otherwise by PostgreSQL. Times are in
 * milliseconds.
 */
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
  busName: natsUrl ? 'nats' : 'postgres',
  openBus: async ({ connection, ...deps }) => {
    if (!natsUrl) return (await import('#plugins/bus-postgres/index')).postgresBus(connection, deps)
    const { natsBus } = await import('#plugins/bus-nats/index')
    const files = { credentials: fileOf('NATS_CREDENTIALS'), ca: fileOf('NATS_CA') }
    try {
      return natsBus({ url: natsUrl, ...files, ...deps })
    } catch (error) {
      if (error instanceof TypeError) refuse([`NATS_URL is invalid: ${error.message}`])
      throw error
    }
  },
} satisfies RealtimeSettings
