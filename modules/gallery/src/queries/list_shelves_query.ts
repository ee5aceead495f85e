import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { queryUnprepared } from '#modules/kernel/sql'
import type { CharacterSummary, Shelf } from '../../api.ts'
import { Gallery, RecentChats, type RecentChat, type Viewer } from '../../index.ts'
import { limits } from '../domain/limits.ts'
import { moods } from '../domain/moods.ts'
import { gateSummary } from '../domain/visibility.ts'
import { isNotBlocked, isOpenTo } from './has_chip.ts'
import { countsAndLike, openingAndCreator, summaryColumns, toSummary, type SummaryRow } from './rows.ts'
import { SimilarCharactersQuery } from './similar_characters_query.ts'
import { Sql, sql } from './sql.ts'

/** More than the shelf shows, because some of the characters may be deleted or gated. */
const chatsRead = 3 * limits.shelfMax
/** How many of the newest chats are tried to find a character with enough similar ones. */
const aboutMax = 3

/**
 * Lists the rows of the front page. Leaves out characters that are gated or have a blocked tag, shelves with too few characters, and
 * those that repeat the list.
 */
@inject()
export class ListShelvesQuery {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery,
    private readonly similar: SimilarCharactersQuery,
    private readonly recentChats: RecentChats
  ) {}

  async run(viewer: Viewer, client: QueryClientContract = this.db.connection()): Promise<Shelf[]> {
    const chats = await this.recentChats.newest(viewer.id, chatsRead)
    const [shelves, because] = await Promise.all([
      this.#stored(chats, viewer, client),
      this.#because(chats, viewer, client),
    ])
    const charactersOf = (id: string) => shelves.get(id) ?? []
    /** Returns no characters for a shelf that shows almost all of the beginning of the list below. */
    const unlessListed = (id: string) => {
      const characters = charactersOf(id)
      const shown = new Set(characters.map((one) => one.id))
      const others = charactersOf('popular').filter((one) => !shown.has(one.id))
      return others.length >= limits.shelfMin || !shelves.has('popular') ? characters : []
    }
    const all: Shelf[] = [
      {
        kind: 'continue',
        id: 'continue',
        title: 'Continue',
        about: null,
        query: null,
        ...continued(charactersOf('continue'), chats),
      },
      {
        kind: 'trending',
        id: 'trending',
        title: 'Trending this week',
        about: null,
        query: 'sort=trending',
        characters: unlessListed('trending'),
      },
      { kind: 'new', id: 'new', title: 'New', about: null, query: 'sort=new', characters: unlessListed('new') },
      ...because,
      ...moods.map(({ id, title, chip }): Shelf => {
        const query = new URLSearchParams({ tags: chip.toLowerCase() }).toString()
        return { kind: 'mood', id, title, about: null, query, characters: charactersOf(id) }
      }),
    ]
    return all.filter(({ characters }) => characters.length >= limits.shelfMin)
  }

  /** Returns the characters of the shelves filled in the background, and of the user's chats (`continue`), by the shelf's id. */
  async #stored(
    chats: readonly RecentChat[],
    viewer: Viewer,
    client: QueryClientContract
  ): Promise<Map<string, CharacterSummary[]>> {
    const statement = sql`
      SELECT page.shelf, ${summaryColumns}, ${openingAndCreator}, ${countsAndLike(new Sql('characters.id'), viewer)}
      FROM (
        SELECT shelves.id AS shelf, chosen.id, chosen.n
        FROM (
          SELECT id, characters FROM character_shelves
          UNION ALL SELECT 'continue', ${chats.map(({ characterId }) => characterId)}::uuid[]
        ) AS shelves
        CROSS JOIN LATERAL (
          SELECT characters.id, n
          FROM unnest(shelves.characters) WITH ORDINALITY AS candidates (id, n) JOIN characters USING (id)
          WHERE deleted_at IS NULL AND (is_public OR created_by = ${viewer.id}::uuid)
            AND ${isOpenTo(viewer)} AND ${isNotBlocked(viewer)}
          ORDER BY n LIMIT ${new Sql(String(limits.shelfMax))}
        ) AS chosen
      ) AS page JOIN characters USING (id)
      ORDER BY page.n`
    const rows = await queryUnprepared<SummaryRow & { shelf: string }>(client, statement.numbered, statement.bindings)
    const byShelf = Map.groupBy(rows, ({ shelf }) => shelf)
    return new Map([...byShelf].map(([id, some]) => [id, some.map((row) => gateSummary(toSummary(row), viewer))]))
  }

  /**
   * Returns the shelf of characters similar to the newest one in the user's chats that has enough similar ones. Leaves out characters that
   * the user has talked to. Returns no shelf if there are too few.
   */
  async #because(chats: readonly RecentChat[], viewer: Viewer, client: QueryClientContract): Promise<Shelf[]> {
    const talkedTo = chats.map(({ characterId }) => characterId)
    const views = await this.gallery.findMany(talkedTo.slice(0, aboutMax), viewer)
    for (const id of talkedTo.slice(0, aboutMax)) {
      const view = views.get(id)
      if (view?.kind !== 'visible') continue
      const { name } = view.character
      const options = { limit: limits.shelfMax, without: talkedTo, client }
      const characters = await this.similar.run(view.character, viewer, options)
      if (characters.length >= limits.shelfMin)
        return [
          {
            kind: 'because',
            id: `because:${id}`,
            title: `Because you talked to ${name}`,
            about: { id, name },
            query: null,
            characters,
          },
        ]
    }
    return []
  }
}

const continued = (
  characters: CharacterSummary[],
  chats: readonly RecentChat[]
): Pick<Shelf, 'characters' | 'chats'> => {
  const sessions = new Map(chats.map(({ characterId, sessionId }) => [characterId, sessionId]))
  return { characters, chats: Object.fromEntries(characters.map(({ id }) => [id, sessions.get(id)!])) }
}
