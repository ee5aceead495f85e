import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { CreatorCharacters, CreatorPages, PublicPages, type Viewer } from '#modules/gallery/index'

/**
 * The pages of people: those with a username and an enabled account, who have a public character that isn't adult, or switched their public
 * profile on.
 */
@inject()
export class DatabaseCreatorPages extends CreatorPages {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts,
    private readonly characters: CreatorCharacters,
    private readonly publicPages: PublicPages
  ) {
    super()
  }

  async having(userIds: readonly string[], client: QueryClientContract = this.db.connection()) {
    const { rows } = await client.rawQuery<{ rows: { id: string; isPublic: boolean }[] }>(
      `SELECT people.id, EXISTS (SELECT FROM creators WHERE user_id = people.id AND is_public) AS "isPublic"
       FROM unnest(?::uuid[]) AS people (id)
       CROSS JOIN LATERAL accounts_public_names(people.id) AS names
       WHERE names.username IS NOT NULL AND NOT accounts_is_disabled(people.id)`,
      [[...userIds]]
    )
    const others = rows.filter(({ isPublic }) => !isPublic).map(({ id }) => id)
    const open = others.length > 0 ? await this.characters.haveOpen(others, client) : new Set<string>()
    return new Set(rows.filter(({ id, isPublic }) => isPublic || open.has(id)).map(({ id }) => id))
  }

  /** Whether a viewer may see the page of a user. Two people don't see each other's if one blocks the other. */
  async isOpen(userId: string, viewer: Viewer | null): Promise<boolean> {
    if (viewer ? await this.#areBlocked(userId, viewer.id) : !this.publicPages.isOn) return false
    return (await this.having([userId])).has(userId)
  }

  /** Finds a person by a username or a former one. Null if the viewer may not see their page. */
  async find(username: string, viewer: Viewer | null): Promise<{ id: string; username: string } | null> {
    const person = await this.accounts.findByUsername(username)
    return person && (await this.isOpen(person.id, viewer)) ? person : null
  }

  async #areBlocked(one: string, other: string): Promise<boolean> {
    const { rows } = await this.db.rawQuery<{ rows: [{ blocked: boolean }] }>(
      'SELECT gallery_are_blocked(?::uuid, ?::uuid) AS blocked',
      [one, other]
    )
    return rows[0].blocked
  }
}
