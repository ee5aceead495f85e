import { inject } from '@adonisjs/core'
import { Accounts } from '#modules/accounts/index'
import { ShareSettings } from '#modules/economy/index'
import type { CharacterSheet } from '#modules/gallery/index'

/** The share that a character's creator gets of the charge of a reply. */
export interface CreatorShare {
  creatorId: string
  percent: number
}

@inject()
export class CreatorShares {
  #builtInId: Promise<string | null> | undefined

  constructor(
    private readonly settings: ShareSettings,
    private readonly accounts: Accounts
  ) {}

  /** Undefined without shares, in the creator's own chats, and for built-in characters. Never rejects. */
  async of({ ownerId }: Pick<CharacterSheet, 'ownerId'>, userId: string): Promise<CreatorShare | undefined> {
    const percent = this.settings.creatorSharePercent
    if (percent === 0 || ownerId === userId || ownerId === (await this.#builtIn())) return undefined
    return { creatorId: ownerId, percent }
  }

  /** Null while it can't be read. Its shares expire anyway, because it has no ruby account. */
  #builtIn(): Promise<string | null> {
    this.#builtInId ??= this.accounts.builtInAccount().catch(() => {
      this.#builtInId = undefined
      return null
    })
    return this.#builtInId
  }
}
