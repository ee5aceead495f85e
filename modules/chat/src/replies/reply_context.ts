import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import type { UserEvents } from '../events/user_events.ts'
import type { TokenRatios } from '../prompt/token_ratios.ts'
import type { ReplyHub } from './reply_hub.ts'
import type { ReplySignals } from './reply_signals.ts'

/** Timings of replies, in milliseconds; from `config/replies.ts`. */
export interface ReplyTimings {
  leaseMs: number
  tickMs: number
  firstTextTimeoutMs: number
  nextTextTimeoutMs: number
  drainMs: number
}

/**
 * How long the tick waits for a connection, and for each answer: below a third of the lease, so that it can be renewed over a new
 * connection. A lease of less than four seconds leaves no room for that.
 */
export const tickDeadlineMs = ({ leaseMs }: ReplyTimings) => Math.min(Math.max(1_000, leaseMs * 0.3), 6_000)

/** The age at which a lease should have been renewed, one missed deadline and a new connection included. */
export const leaseOverdueMs = ({ leaseMs, tickMs }: ReplyTimings) =>
  Math.max(3 * tickMs, Math.min(leaseMs * 0.4, 8_000))

/** What everything about replies in this process shares. */
export interface ReplyContext {
  /** This process's id, new at every start: the fence of every reply it writes. Replies are never handed over. */
  owner: string
  db: Database
  hub: ReplyHub
  ratios: TokenRatios
  signals: ReplySignals
  events: UserEvents
  timings: ReplyTimings
  logger: Logger
}
