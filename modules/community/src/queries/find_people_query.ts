import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import type { Viewer } from '#modules/gallery/index'
import { containing, parseSearch } from '#modules/kernel/search'
import { codePoints } from '#modules/kernel/text'
import { limits, type FoundPerson } from '../../api.ts'
import { DatabaseCreatorPages } from '../database_creator_pages.ts'

/** The best matches, among which some may have no page any more. */
const candidatesMax = 30
/** Shorter texts have no trigram, and match the beginning of a username only. */
const trigramLength = 3

/** Searches people with a page by username and first name. Exact usernames come first, then beginnings, then those with most followers. */
@inject()
export class FindPeopleQuery {
  constructor(
    private readonly db: Database,
    private readonly pages: DatabaseCreatorPages,
    private readonly accounts: Accounts
  ) {}

  async run(q: string, viewer: Viewer): Promise<FoundPerson[]> {
    const search = parseSearch(q.replace(/^@/, ''))
    if (!search) return []
    const anywhere = containing(search.text)
    const beginning = anywhere.slice(1)
    const { rows } = await this.db.rawQuery<{ rows: { id: string; followers: number }[] }>(
      `SELECT user_id AS id, followers FROM creators
       WHERE names LIKE ? AND NOT gallery_are_blocked(user_id, ?::uuid)
       ORDER BY strpos(names, ? || chr(10)) = 1 DESC, names LIKE ? DESC, followers DESC, user_id LIMIT ?::int`,
      [
        codePoints(search.text) < trigramLength ? beginning : anywhere,
        viewer.id,
        search.text,
        beginning,
        candidatesMax,
      ] as never
    )
    const having = rows.length > 0 ? await this.pages.having(rows.map(({ id }) => id)) : new Set()
    const found = rows.filter(({ id }) => having.has(id)).slice(0, limits.peopleMax)
    const profiles = await this.accounts.profiles(found.map(({ id }) => id))
    return found.flatMap(({ id, followers }) => {
      const { username = null, firstName = null, profileImageUrl: picture = null } = profiles.get(id) ?? {}
      return username === null ? [] : { id, username, firstName, picture, followers }
    })
  }
}
