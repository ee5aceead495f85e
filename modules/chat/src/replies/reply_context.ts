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
