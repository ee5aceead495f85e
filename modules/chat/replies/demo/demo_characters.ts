import { inject } from '@adonisjs/core'
import { Accounts } from '#modules/accounts/index'
import { Gallery, type CharacterSheet } from '#modules/gallery/index'

/** The characters that answer visitors: public, not adult, and owned by the built-in account. */
@inject()
export class DemoCharacters {
  #owner: Promise<string> | null = null

  constructor(
    private readonly gallery: Gallery,
    private readonly accounts: Accounts
  ) {}

  async find(id: string): Promise<CharacterSheet | null> {
    const view = await this.gallery.find(id, null)
    if (!view || view.character.createdBy !== (await this.#ownerId())) return null
    return this.gallery.findSheet(id)
  }

  /** Returns the ids of the demo characters on the landing page. */
  async onLanding(): Promise<string[]> {
    const owner = await this.#ownerId()
    const shown = await this.gallery.onLanding()
    return shown.filter(({ createdBy }) => createdBy === owner).map(({ id }) => id)
  }

  #ownerId(): Promise<string> {
    this.#owner ??= this.accounts.builtInAccount().catch((error) => {
      this.#owner = null
      throw error
    })
    return this.#owner
  }
}
