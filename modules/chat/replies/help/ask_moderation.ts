import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { SitePages } from '#modules/accounts/index'
import { TextJudge } from '#modules/gallery/index'
import { Timers } from '#plugins/contract/timers'
import { HelpSettings } from './help_settings.ts'

/** A reply waits no longer for the provider. */
const timeoutMs = 1_500
/** How long the privacy page isn't read again. */
const pageAgeMs = 60_000
/** The author says that they harm themselves or want to. */
const category = 'self-harm/intent'

/**
 * Asks the moderation provider about messages of chats, if the operator has switched it on and names it in the privacy page. It stores
 * nothing, and without an answer in time, only the phrases count.
 */
@inject()
export class AskModeration {
  #page = { readAt: -Infinity, isNaming: false }

  constructor(
    private readonly settings: HelpSettings,
    private readonly judge: TextJudge,
    private readonly pages: SitePages,
    private readonly timers: Timers,
    private readonly logger: Logger
  ) {}

  async finds(text: string): Promise<boolean> {
    const { moderation } = this.settings
    if (moderation === null) return false
    try {
      if (!(await this.#isNamed(moderation))) return false
      return (await this.judge.categoriesOf(text, this.timers.timeout(timeoutMs))).includes(category)
    } catch (error) {
      this.logger.warn({ err: error }, 'the moderation provider could not be asked whether a message needs help')
      return false
    }
  }

  async #isNamed(name: string): Promise<boolean> {
    const now = this.timers.monotonicMs()
    if (now - this.#page.readAt > pageAgeMs) {
      const page = await this.pages.find('privacy', null)
      this.#page = { readAt: now, isNaming: isNamedIn(page?.text ?? '', name) }
    }
    return this.#page.isNaming
  }
}

/** Whether a privacy page names a provider, ignoring case. */
export const isNamedIn = (text: string, name: string): boolean => text.toLowerCase().includes(name.toLowerCase())
