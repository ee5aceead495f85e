import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { TestGates, type Gates } from '#modules/kernel/gates'
import { Maintenance } from '#modules/kernel/maintenance'
import { Timers } from '#plugins/contract/timers'
import { Retention } from '#modules/kernel/settings'
import { Bus, ProcessConnection, UserEvents } from '#modules/realtime/index'
import { CreatedChats } from '../ports.ts'
import { Allowance } from '../allowance.ts'
import { ChatSummaries } from '../memory/chat_summaries.ts'
import { TokenRatios } from '../../prompts/index.ts'
import { ChatLore } from './chat_lore.ts'
import { CreatorShares } from './creator_shares.ts'
import { Help } from '../help/help.ts'
import { KeepPrompts } from '../kept/keep_prompts.ts'
import { ShownPictures } from '../pictures/shown_pictures.ts'
import { Notices } from './notices.ts'
import { PromptScripts } from '../scripts/prompt_scripts.ts'
import { SuggestionSettings } from '../suggestion_settings.ts'
import { ReplyHub } from './reply_hub.ts'

/** Timings of replies, in milliseconds; from `config/replies.ts`. */
export abstract class ReplyTimings {
  abstract readonly leaseMs: number
  abstract readonly tickMs: number
  abstract readonly firstTextTimeoutMs: number
  abstract readonly nextTextTimeoutMs: number
  abstract readonly drainMs: number
}

/** From `config/replies.ts`. */
export abstract class ReplyFolders {
  /** The folder of `ReplyJournal`, which the processes of a machine share. */
  abstract readonly journalFolder: string
}

/** The dependencies that all code about replies shares in this process. */
@inject()
export class ReplyContext {
  /** The id of this process, new at every start. It is the fencing token of its replies, which are never handed over. */
  readonly owner: string
  /** Null: prompts aren't kept. */
  readonly prompts: KeepPrompts | null
  readonly journalFolder: string
  readonly suggestions: SuggestionSettings['suggestions']
  readonly gates?: Gates

  constructor(
    readonly db: Database,
    readonly hub: ReplyHub,
    readonly created: CreatedChats,
    readonly ratios: TokenRatios,
    readonly lore: ChatLore,
    readonly scripts: PromptScripts,
    readonly summaries: ChatSummaries,
    readonly pictures: ShownPictures,
    prompts: KeepPrompts,
    retention: Retention,
    readonly notices: Notices,
    readonly help: Help,
    readonly bus: Bus,
    readonly connection: ProcessConnection,
    readonly events: UserEvents,
    readonly timings: ReplyTimings,
    { journalFolder }: ReplyFolders,
    { suggestions }: SuggestionSettings,
    readonly allowance: Allowance,
    readonly shares: CreatorShares,
    readonly timers: Timers,
    readonly maintenance: Maintenance,
    { gates }: TestGates,
    readonly logger: Logger
  ) {
    this.owner = bus.processId
    this.prompts = retention.promptDays > 0 ? prompts : null
    this.journalFolder = journalFolder
    this.suggestions = suggestions
    if (gates) this.gates = gates
  }
}
