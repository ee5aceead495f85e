import type { Database } from '@adonisjs/lucid/database'
import type { Page } from '#modules/kernel/pages'
import { queryUnprepared, statement } from '#modules/kernel/sql'
import { limits, type CharacterSummary } from '../../api.ts'
import type { Viewer } from '../../index.ts'
import { containing, parseGallerySearch, unindexedRowsMax, type Search } from '../domain/search.ts'
import { gateSummary, seesAdult } from '../domain/sight.ts'
import { encodePosition, type Position, type Sort } from '../domain/sorts.ts'
import { hasChip } from './has_chip.ts'
import { readTrigramLetters } from './read_trigram_letters.ts'
import { countsAndLike, summaryColumns, toSummary, type SummaryRow } from './rows.ts'
import { join, Sql, sql } from './sql.ts'

export interface ListRequest {
  q: string
  /** A chip, or empty for all characters. */
  category: string
  sort: Sort
  limit: number
  after: Position | null
}

/** Page sizes of prepared queries. A page reads the smallest size that is sufficient. Screens request the smaller ones. */
const browseSizes = [12, 24, 60, 120, 250, limits.listMax]

const orders: Record<Sort, { key: Sql; type: Sql; direction: Sql; beyond: Sql }> = {
  popular: { key: new Sql('popularity'), type: new Sql('bigint'), direction: new Sql('DESC'), beyond: new Sql('<') },
  new: { key: new Sql('created_at'), type: new Sql('timestamptz'), direction: new Sql('DESC'), beyond: new Sql('<') },
  name: { key: new Sql('lower(name)'), type: new Sql('text'), direction: new Sql('ASC'), beyond: new Sql('>') },
}

const openText = new Sql('gallery_open_text(name, description, is_nsfw)')

type ListedRow = SummaryRow & { sort_key: string | Date }

/**
 * A page of public characters and the viewer's own private ones, in one statement. Two keyset queries, each with its own index, select
 * ids. The database merges them, because only it knows its collation. The other columns are read only for the page.
 *
 * Searches and chips are not prepared: common words are found in order, rare ones by the trigram index, so the plan depends on the
 * value. Browsing has a single plan that takes longer to make than to execute, so it is prepared. Its limit is part of the text, because
 * a generic plan would read a tenth of the table. There are few limits, because each connection keeps its prepared statements.
 */
export class ListCharactersQuery {
  constructor(private readonly db: Database) {}

  async run(request: ListRequest, viewer: Viewer | null): Promise<Page<CharacterSummary>> {
    const search = parseGallerySearch(request.q, await readTrigramLetters(this.db))
    const client = this.db.connection()
    const isBrowsing = !search && !request.category
    const limit = isBrowsing ? browseSizes.find((size) => size >= request.limit)! : request.limit
    const { numbered, bindings } = this.#statement({ ...request, limit }, search, viewer)
    const rows = isBrowsing
      ? await statement<ListedRow>('browse', numbered)(client, bindings)
      : await queryUnprepared<ListedRow>(client, numbered, bindings)
    const page = rows.slice(0, request.limit)
    const last = rows.length > request.limit ? page.at(-1) : undefined
    return {
      items: page.map((row) => gateSummary(toSummary(row), viewer)),
      next: last ? encodePosition(request.sort, { key: keyOf(last), id: last.id }) : null,
    }
  }

  #statement(request: ListRequest, search: Search | null, viewer: Viewer | null): Sql {
    const { direction } = orders[request.sort]
    const order = sql`ORDER BY sort_key ${direction}, id ${direction} LIMIT ${new Sql(String(request.limit + 1))}`
    const listed = sql`${this.#half(new Sql('is_public'), request, search, viewer)} ${order}`
    const own = viewer && this.#half(sql`NOT is_public AND created_by = ${viewer.id}`, request, search, viewer)
    const merged = own ? sql`(${listed}) UNION ALL (${own} ${order}) ${order}` : listed
    return sql`
      SELECT ${summaryColumns}, page.sort_key, ${countsAndLike(new Sql('characters.id'), viewer)}
      FROM (${merged}) AS page JOIN characters USING (id)
      ORDER BY sort_key ${direction}, id ${direction}`
  }

  #half(scope: Sql, { category, sort, after }: ListRequest, search: Search | null, viewer: Viewer | null): Sql {
    const { key, type, direction, beyond } = orders[sort]
    const conditions = [sql`${scope} AND deleted_at IS NULL`]
    if (!viewer) conditions.push(sql`NOT is_nsfw`)
    if (category) conditions.push(hasChip(category, viewer))
    if (after) conditions.push(sql`(${key}, id) ${beyond} (${after.key}::${type}, ${after.id}::uuid)`)
    const columns = sql`SELECT id, ${key} AS sort_key`
    if (search?.kind !== 'contains' || search.indexed) {
      if (search) conditions.push(matches(search, viewer))
      return sql`${columns} FROM characters WHERE ${join(conditions, ' AND ')}`
    }
    return sql`
      SELECT id, sort_key FROM (
        ${columns}, name, description, is_nsfw, created_by FROM characters WHERE ${join(conditions, ' AND ')}
        ORDER BY ${key} ${direction}, id ${direction} LIMIT ${unindexedRowsMax}
      ) AS nearest WHERE ${matches(search, viewer)}`
  }
}

const matches = (search: Search, viewer: Viewer | null): Sql => {
  if (search.kind === 'starts') return sql`start_keys @> ARRAY[hashtextextended(lower(${search.text}), 0)]`
  const pattern = sql`lower(${containing(search.text)})`
  if (!viewer) return sql`${openText} LIKE ${pattern}`
  // A search includes the descriptions of the viewer's own adult characters, even with adult content off.
  const ownOnly = seesAdult(viewer) ? sql`` : sql`created_by = ${viewer.id} AND`
  return sql`(${openText} LIKE ${pattern} OR (${ownOnly} is_nsfw AND lower(description) LIKE ${pattern}))`
}

const keyOf = ({ sort_key: key }: ListedRow): string => (key instanceof Date ? key.toISOString() : String(key))
