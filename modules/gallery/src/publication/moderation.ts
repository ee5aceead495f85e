import { inject } from '@adonisjs/core'
import { NameRules } from '#modules/accounts/index'
import { forbiddenWordsCategory, minorsCategory, moderationChain } from '#plugins/contract/moderation'
import type { ModerationProvider, ModerationRequest, Verdict } from '#plugins/contract/moderation'
import { ModerationSettings } from '../settings.ts'

/** Instant providers need no signal to end. */
const never = new AbortController().signal

/** The moderation providers: those that a request waits for, and those that a job asks. */
@inject()
export class Moderation extends NameRules {
  #providers: Promise<{ instant: ModerationProvider; remote: ModerationProvider | null }> | null = null

  constructor(private readonly settings: ModerationSettings) {
    super()
  }

  async judgeNow(request: ModerationRequest): Promise<Verdict> {
    return (await this.#open()).instant.judge(request, never)
  }

  /** Null if no provider needs a job. */
  async remote(): Promise<ModerationProvider | null> {
    return (await this.#open()).remote
  }

  async categoriesOf(text: string, signal: AbortSignal): Promise<readonly string[]> {
    const remote = await this.remote()
    return remote ? (await remote.judge({ texts: [text], pictures: [], isAdult: true }, signal)).categories : []
  }

  /** Returns the categories for which content isn't published before a person has decided. */
  heldOf({ categories }: Verdict, isAdult: boolean): string[] {
    const { heldCategories } = this.settings
    return categories.filter((name) => {
      if (name === minorsCategory) return true
      const rule = Object.hasOwn(heldCategories, name) ? heldCategories[name] : null
      return rule === 'always' || (rule === 'unless_adult' && !isAdult)
    })
  }

  async forbiddenWords(text: string): Promise<readonly string[]> {
    const { categories, words = [] } = await this.judgeNow({ texts: [text], pictures: [], isAdult: false })
    return categories.includes(forbiddenWordsCategory) ? words : []
  }

  async problem(name: string): Promise<string | null> {
    const words = await this.forbiddenWords(name)
    return words.length > 0 ? `Names cannot contain: ${words.join(', ')}` : null
  }

  #open() {
    this.#providers ??= this.settings.open().then((providers) => {
      const remote = providers.filter(({ isInstant }) => !isInstant)
      return {
        instant: moderationChain(providers.filter(({ isInstant }) => isInstant)),
        remote: remote.length > 0 ? moderationChain(remote) : null,
      }
    })
    return this.#providers
  }
}
