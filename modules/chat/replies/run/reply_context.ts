import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import type { Gates } from '#modules/kernel/gates'
import type { Timers } from '#plugins/contract/timers'
import type { Bus, ProcessConnection, UserEvents } from '#modules/realtime/index'
import type { ChatSummaries } from '../memory/chat_summaries.ts'
import type { TokenRatios } from '../../prompts/token_ratios.ts'
import type { ChatLore } from './chat_lore.ts'
import type { KeepPrompts } from '../kept/keep_prompts.ts'
import type { Notices } from './notices.ts'
import type { ReplyHub } from './reply_hub.ts'

/** Timings of replies, in milliseconds; from `config/replies.ts`. */
export interface ReplyTimings {
  leaseMs: number
  tickMs: number
  firstTextTimeoutMs: number
  nextTextTimeoutMs: number
  drainMs: number
}

/** The dependencies that all code about replies shares in this process. */
export interface ReplyContext {
  /** The id of this process, new at every start. It is the fencing token of its replies, which are never handed over. */
  owner: string
  db: Database
  hub: ReplyHub
  ratios: TokenRatios
  lore: ChatLore
  summaries: ChatSummaries
  /** Null: prompts aren't kept. */
  prompts: KeepPrompts | null
  notices: Notices
  bus: Bus
  connection: ProcessConnection
  events: UserEvents
  timings: ReplyTimings
  timers: Timers
  gates?: Gates
  logger: Logger
}
