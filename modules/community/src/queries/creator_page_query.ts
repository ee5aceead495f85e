import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { CreatorCharacters, type Viewer } from '#modules/gallery/index'
import { pickAttributes } from '#modules/kernel/tables'
import type { CreatorPage } from '../../api.ts'
import { CreatorProfiles } from '../../index.ts'
import { DatabaseCreatorPages } from '../database_creator_pages.ts'
import { CreatorRow } from '../tables/creator_row.ts'

@inject()
export class CreatorPageQuery extends CreatorProfiles {
  constructor(
    private readonly db: Database,
    private readonly pages: DatabaseCreatorPages,
    private readonly accounts: Accounts,
    private readonly characters: CreatorCharacters
  ) {
    super()
  }

  async find(username: string, viewer: Viewer | null): Promise<CreatorPage | null> {
    const person = await this.pages.find(username, viewer)
    const profile = person && (await this.accounts.profiles([person.id])).get(person.id)
    if (!profile) return null
    const { rows } = await this.db.rawQuery<{ rows: Pick<CreatorRow, 'about' | 'links' | 'followers'>[] }>(
      `SELECT ${pickAttributes(CreatorRow, ['about', 'links', 'followers'])} FROM creators WHERE user_id = ?::uuid`,
      [person.id]
    )
    const { about = '', links = [], followers = 0 } = rows[0] ?? {}
    const { firstName, profileImageUrl: picture } = profile
    return {
      ...person,
      firstName,
      picture,
      about,
      links,
      followers,
      ...(await this.characters.totals(person.id, viewer)),
    }
  }
}
