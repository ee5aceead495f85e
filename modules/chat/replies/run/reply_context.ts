import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import type { Gates } from '#modules/kernel/gates'
import type { Timers } from '#plugins/contract/timers'
import type { Bus, ProcessConnection, UserEvents } from '#modules/realtime/index'
import type { ChatSummaries } from '../memory/chat_summaries.ts'
import type { TokenRatios } from '../../prompts/index.ts'
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
export abstract class ReplyContext {
  /** The id of this process, new at every start. It is the fencing token of its replies, which are never handed over. */
  abstract owner: string
  abstract db: Database
  abstract hub: ReplyHub
  abstract ratios: TokenRatios
  abstract lore: ChatLore
  abstract summaries: ChatSummaries
  /** Null: prompts aren't kept. */
  abstract prompts: KeepPrompts | null
  abstract notices: Notices
  abstract bus: Bus
  abstract connection: ProcessConnection
  abstract events: UserEvents
  abstract timings: ReplyTimings
  abstract timers: Timers
  abstract gates?: Gates
  abstract logger: Logger
}
