import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { queryUnprepared } from '#modules/kernel/sql'
import type { Character, CharacterSummary } from '../../api.ts'
import { limits } from '../../api.ts'
import type { Viewer } from '../../index.ts'
import { gateSummary } from '../domain/visibility.ts'
import { hasChip, isNotBlocked, isOpenTo } from './has_chip.ts'
import { countsAndLike, openingAndCreator, summaryColumns, toSummary, type SummaryRow } from './rows.ts'
import { join, Sql, sql } from './sql.ts'

const candidatesPerChip = 60
const chipsMax = 8

export interface SimilarOptions {
  limit?: number
  /** Characters that a shelf leaves out. If set, gated characters are left out, too. */
  without?: readonly string[]
  client?: QueryClientContract
}

/**
 * Finds public characters that share the category or a tag and have no blocked tag. Most shared chips first, then most popular. A separate
 * subquery per chip selects its most popular candidates, so that the planner knows the frequency of each chip.
 */
@inject()
export class SimilarCharactersQuery {
  constructor(private readonly db: Database) {}

  async run(
    character: Character,
    viewer: Viewer | null,
    { limit = limits.similarMax, without, client = this.db.connection() }: SimilarOptions = {}
  ): Promise<CharacterSummary[]> {
    const category = character.category.toLowerCase()
    const tags = [...new Set(character.tags.map((tag) => tag.toLowerCase()))]
    const conditions = [sql`is_public AND deleted_at IS NULL AND id <> ${character.id}`]
    conditions.push(viewer ? isNotBlocked(viewer) : new Sql('NOT is_nsfw'))
    if (viewer && without) conditions.push(sql`id <> ALL (${without}::uuid[])`, isOpenTo(viewer))
    const others = join(conditions, ' AND ')
    // The index has categories and tags in one list, but a tag that equals a category isn't shared.
    const isSame = sql`lower(category) = ${category}`
    const found = [
      [category, isSame] as const,
      ...tags.map((tag) => [tag, sql`${tag} = ANY (gallery_lower(tags))`] as const),
    ]
    const candidates = found.slice(0, chipsMax).map(
      ([chip, isShared]) => sql`
        (SELECT id, popularity, category, tags FROM characters WHERE ${others} AND ${hasChip(chip, viewer)} AND ${isShared}
         ORDER BY popularity DESC, characters.id DESC LIMIT ${candidatesPerChip})`
    )
    const statement = sql`
      WITH nearest AS (
        SELECT id, popularity, (${isSame})::int + cardinality(ARRAY(
          SELECT unnest(gallery_lower(tags)) INTERSECT SELECT unnest(${tags}::text[])
        )) AS shared
        FROM (${join(candidates, ' UNION ')}) AS candidates
        ORDER BY shared DESC, popularity DESC, id DESC
        LIMIT ${limit}
      )
      SELECT ${summaryColumns}, ${openingAndCreator}, ${countsAndLike(new Sql('id'), viewer)}
      FROM nearest
      JOIN (SELECT ${summaryColumns}, opening_line FROM characters) AS characters USING (id)
      ORDER BY shared DESC, popularity DESC, id DESC`
    const rows = await queryUnprepared<SummaryRow>(client, statement.numbered, statement.bindings)
    return rows.map((row) => gateSummary(toSummary(row), viewer))
  }
}
