import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { Page } from '#modules/kernel/pages'
import { queryUnprepared } from '#modules/kernel/sql'
import type { AdminCharacter } from '../../api.ts'
import type { AllCharactersRequest, Viewer } from '../../index.ts'
import { parseLabelSearch, unindexedRowsMax } from '../domain/search.ts'
import { readTrigramLetters } from './read_trigram_letters.ts'
import {
  countsAndLike,
  creatorNames,
  summaryColumns,
  toCharacter,
  toCreator,
  type CharacterRow,
  type SummaryRow,
} from './rows.ts'
import { join, Sql, sql } from './sql.ts'

const labels = new Sql('gallery_labels(name, category, tags)')

/**
 * Lists all characters for admins, newest first and ungated. Ids are ordered by time, so the primary key serves as the order. The query is
 * not prepared, because its plan depends on the word. Common words are found in order, rare words by the trigram index.
 */
@inject()
export class ListAllCharactersQuery {
  constructor(private readonly db: Database) {}

  async run({ q, limit, after }: AllCharactersRequest, viewer: Viewer): Promise<Page<AdminCharacter>> {
    const search = parseLabelSearch(q, await readTrigramLetters(this.db))
    const conditions = [new Sql('deleted_at IS NULL')]
    if (after) conditions.push(sql`id < ${after}::uuid`)
    const matches = search && sql`${labels} LIKE lower(${search.pattern})`
    if (matches && search.indexed) conditions.push(matches)
    const order = sql`ORDER BY id DESC LIMIT ${limit + 1}`
    const all = sql`FROM characters WHERE ${join(conditions, ' AND ')}`
    const page =
      matches && !search.indexed
        ? sql`SELECT id FROM (
            SELECT id, name, category, tags ${all} ORDER BY id DESC LIMIT ${unindexedRowsMax}
          ) AS nearest WHERE ${matches} ${order}`
        : sql`SELECT id ${all} ${order}`
    const statement = sql`
      SELECT ${summaryColumns}, backstory, personality, first_message, greeting, scenario,
        on_landing IS TRUE AS on_landing, ${creatorNames},
        ${countsAndLike(new Sql('characters.id'), viewer)}
      FROM (${page}) AS page JOIN characters USING (id)
      ORDER BY id DESC`
    const rows = await queryUnprepared<CharacterRow & Pick<SummaryRow, 'creator'> & { on_landing: boolean }>(
      this.db.connection(),
      statement.numbered,
      statement.bindings
    )
    const items = rows.slice(0, limit).map((row) => ({
      ...toCharacter(row),
      onLanding: row.on_landing,
      creator: row.creator && toCreator(row.created_by, row.creator),
    }))
    return { items, next: rows.length > limit ? items.at(-1)!.id : null }
  }
}
