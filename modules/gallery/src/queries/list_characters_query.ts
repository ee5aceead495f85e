import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { Page } from '#modules/kernel/pages'
import { queryUnprepared, statement } from '#modules/kernel/sql'
import { isBlank } from '#modules/kernel/text'
import { limits, type CharacterSummary } from '../../api.ts'
import type { CharacterLists, Viewer } from '../../index.ts'
import { findMatch } from '../domain/find_match.ts'
import { parseGallerySearch, unindexedRowsMax } from '../domain/search.ts'
import { gateSummary, seesAdult } from '../domain/visibility.ts'
import { decodePosition, encodePosition, type Position, type Sort } from '../domain/sorts.ts'
import { hasAnyChip, hasChip, isNotBlocked, isOpenTo } from './has_chip.ts'
import { readTrigramLetters } from './read_trigram_letters.ts'
import { countsAndLike, openingAndCreator, summaryColumns, toSummary, type SummaryRow } from './rows.ts'
import { SearchConditions, type RankedCondition } from './search_conditions.ts'
import { join, Sql, sql } from './sql.ts'
import { TagVocabulary } from './tag_vocabulary.ts'

export interface ListRequest {
  q: string
  /** A chip, or empty for all characters. */
  category: string
  /** Only characters with all of these chips. */
  tags?: readonly string[]
  /** Only characters with none of these chips. */
  exclude?: readonly string[]
  /** Only the viewer's own characters, and none for visitors. */
  mine?: boolean
  /** Only characters that the viewer likes. */
  liked?: boolean
  sort: Sort
  limit: number
  after: Position | null
  /** For suggestions: searches names and tags only, and leaves out gated characters. */
  isSuggesting?: boolean
}

export interface RankedSummary extends CharacterSummary {
  rank: number | null
}

/** Page sizes of prepared queries. A page reads the smallest size that is sufficient. Screens request the smaller ones. */
const browseSizes = [12, 24, 60, 120, 250, limits.listMax]

const orders: Record<Sort, { key: Sql; type: Sql; direction: Sql; beyond: Sql }> = {
  popular: { key: new Sql('popularity'), type: new Sql('bigint'), direction: new Sql('DESC'), beyond: new Sql('<') },
  new: { key: new Sql('created_at'), type: new Sql('timestamptz'), direction: new Sql('DESC'), beyond: new Sql('<') },
  name: { key: new Sql('lower(name)'), type: new Sql('text'), direction: new Sql('ASC'), beyond: new Sql('>') },
  trending: { key: new Sql('trend'), type: new Sql('bigint'), direction: new Sql('DESC'), beyond: new Sql('<') },
}

type ListedRow = SummaryRow & { sort_key: string | Date; rank: number | null }

/**
 * Lists public characters and the viewer's own private ones, one page per statement. Keyset queries, each with its own index, select
 * ids. The database merges them, because only it knows its collation. The other columns are read only for the page.
 *
 * A search has a query for each rank. They are appended without sorting, so that PostgreSQL executes only those that the page needs.
 *
 * Searches and chips are not prepared, because their plan depends on the value. Common words are found in order, rare words by the trigram
 * index. Browsing has a single plan that takes longer to make than to execute, so it is prepared. Its limit is part of the text, because
 * a generic plan would read a tenth of the table. There are few limits, because each connection keeps its prepared statements.
 */
@inject()
export class ListCharactersQuery implements CharacterLists {
  constructor(
    private readonly db: Database,
    private readonly vocabulary: TagVocabulary
  ) {}

  async list(
    { cursor, ...request }: Parameters<CharacterLists['list']>[0],
    viewer: Viewer
  ): Promise<Page<CharacterSummary> | null> {
    const sort = 'popular'
    const after = cursor === null ? null : decodePosition(sort, cursor, !isBlank(request.q))
    if (cursor !== null && after === null) return null
    return this.run({ ...request, category: '', sort, after }, viewer)
  }

  /** `client` may be that of a replica. */
  async run(
    request: ListRequest,
    viewer: Viewer | null,
    client: QueryClientContract = this.db.connection()
  ): Promise<Page<CharacterSummary>> {
    const { items, next } = await this.ranked(request, viewer, client)
    return { items: items.map(({ rank, ...summary }) => withMatch(summary, rank, request.q)), next }
  }

  /** Like `run`, with the ranks of a search instead of its matches. */
  async ranked(
    request: ListRequest,
    viewer: Viewer | null,
    client: QueryClientContract = this.db.connection()
  ): Promise<Page<RankedSummary>> {
    if (isContradictory(request)) return { items: [], next: null }
    const search = await this.#search(request.q, viewer)
    const isBrowsing = !search && !isFiltered(request)
    const limit = isBrowsing ? browseSizes.find((size) => size >= request.limit)! : request.limit
    const { numbered, bindings } = this.#statement({ ...request, limit }, search, viewer)
    const rows = isBrowsing
      ? await statement<ListedRow>('browse', numbered)(client, bindings)
      : await queryUnprepared<ListedRow>(client, numbered, bindings)
    const page = rows.slice(0, request.limit)
    const last = rows.length > request.limit ? page.at(-1) : undefined
    return {
      items: page.map((row) => ({ ...gateSummary(toSummary(row), viewer), rank: row.rank })),
      next: last ? encodePosition(request.sort, { rank: last.rank, key: keyOf(last), id: last.id }) : null,
    }
  }

  async #search(q: string, viewer: Viewer | null): Promise<SearchConditions | null> {
    const search = parseGallerySearch(q, await readTrigramLetters(this.db))
    if (!search) return null
    const tags = search.kind === 'contains' ? await this.vocabulary.tagsWith(search.text) : []
    return new SearchConditions(search, tags, viewer)
  }

  #statement(request: ListRequest, search: SearchConditions | null, viewer: Viewer | null): Sql {
    const page = search ? searchPage(request, search, viewer) : browsePage(request, viewer)
    const { direction } = orders[request.sort]
    return sql`
      SELECT ${summaryColumns}, ${openingAndCreator}, page.rank, page.sort_key, ${countsAndLike(new Sql('characters.id'), viewer)}
      FROM (${page}) AS page JOIN characters USING (id)
      ORDER BY rank, sort_key ${direction}, id ${direction}`
  }
}

const withMatch = (summary: CharacterSummary, rank: number | null, q: string): CharacterSummary =>
  rank === null ? summary : { ...summary, match: findMatch(summary, rank, q.trim()) }

const isFiltered = ({ category, tags = [], exclude = [], mine, liked }: ListRequest): boolean =>
  category !== '' || tags.length > 0 || exclude.length > 0 || mine === true || liked === true

/** A chip that is both required and excluded would otherwise be searched for in the whole gallery. */
const isContradictory = ({ category, tags = [], exclude = [] }: ListRequest): boolean => {
  const excluded = new Set(exclude.map((chip) => chip.toLowerCase()))
  return [category, ...tags].some((chip) => excluded.has(chip.toLowerCase()))
}

/** The scopes of lists. These are public characters, the viewer's private ones, and the viewer's own public adult ones. */
const listedScope = new Sql('is_public')
const privateScope = ({ id }: Viewer) => sql`NOT is_public AND created_by = ${id}::uuid`
const ownAdultScope = ({ id }: Viewer) => sql`is_public AND is_nsfw AND created_by = ${id}::uuid`

const browsePage = (request: ListRequest, viewer: Viewer | null): Sql => {
  const { key } = orders[request.sort]
  const part = (scope: Sql) => sql`
    SELECT id, ${key} AS sort_key, NULL::int AS rank FROM characters
    WHERE ${join([...filters(scope, request, viewer), ...beyondKey(request)], ' AND ')}`
  const parts = viewer ? [part(listedScope), part(privateScope(viewer))] : [part(listedScope)]
  return merge(
    parts.map((one) => sql`(${one} ${ordered(request)})`),
    ordered(request)
  )
}

const searchPage = (request: ListRequest, search: SearchConditions, viewer: Viewer | null): Sql => {
  const withTexts = !request.isSuggesting
  const part = (scope: Sql, tier: RankedCondition) => searchPart(scope, tier, request, viewer)
  const listed = search.listed({ withTexts }).filter((tier) => isAhead(tier, request.after))
  const parts: Sql[] = []
  if (listed.length > 0)
    parts.push(sql`
      (SELECT * FROM (${join(
        listed.map((tier) => part(listedScope, tier)),
        ' UNION ALL '
      )}) AS tiers ${limited(request)})`)
  if (viewer) parts.push(part(privateScope(viewer), search.private({ withTexts })))
  const ownAdult = viewer && withTexts && !seesAdult(viewer) ? search.ownAdult() : null
  if (viewer && ownAdult) parts.push(part(ownAdultScope(viewer), ownAdult))
  return parts.length === 0 ? noRows : merge(parts, ordered(request, false))
}

/** The page after a forged cursor whose rank the search doesn't have. */
const noRows = new Sql('SELECT NULL::uuid AS id, NULL::text AS sort_key, NULL::int AS rank WHERE false')

const searchPart = (scope: Sql, tier: RankedCondition, request: ListRequest, viewer: Viewer | null): Sql => {
  const { key, direction } = orders[request.sort]
  const allowed = filters(scope, request, viewer)
  const isOneRank = tier.ranks[0] === tier.ranks[1]
  const beyond = beyondCursor(tier, request)
  const columns = sql`id, ${key} AS sort_key, ${tier.rank} AS rank`
  switch (tier.plan) {
    case 'in_order':
      return sql`(SELECT ${columns} FROM characters
        WHERE ${join([...allowed, tier.condition, ...beyond], ' AND ')} ${ordered(request, isOneRank)})`
    case 'all':
      // OFFSET keeps the planner from searching in the order of the list, which could read all of it.
      return sql`(SELECT ${columns} FROM (
          SELECT * FROM characters WHERE ${join([...allowed, tier.narrowing!], ' AND ')} OFFSET 0
        ) AS characters WHERE ${join([tier.condition, ...beyond], ' AND ')} ${ordered(request, isOneRank)})`
    case 'nearest':
      return sql`(SELECT ${columns} FROM (
          SELECT * FROM characters WHERE ${join([...allowed, ...(isOneRank ? beyond : [])], ' AND ')}
          ORDER BY ${key} ${direction}, id ${direction} LIMIT ${unindexedRowsMax}
        ) AS characters WHERE ${join([tier.condition, ...(isOneRank ? [] : beyond)], ' AND ')} ${ordered(request, isOneRank)})`
  }
}

/** Whether a tier has characters after the cursor. */
const isAhead = ({ ranks: [, last] }: RankedCondition, after: Position | null) => after === null || last >= after.rank!

const filters = (scope: Sql, request: ListRequest, viewer: Viewer | null): Sql[] => {
  const { category, tags = [], exclude = [], mine, liked, isSuggesting } = request
  const conditions = [sql`${scope} AND deleted_at IS NULL`]
  if (!viewer) conditions.push(sql`NOT is_nsfw`)
  for (const chip of category ? [category, ...tags] : tags) conditions.push(hasChip(chip, viewer))
  if (exclude.length > 0) conditions.push(sql`NOT ${hasAnyChip(exclude, viewer)}`)
  if (!viewer) return mine || liked ? [...conditions, new Sql('false')] : conditions
  if (mine) conditions.push(sql`created_by = ${viewer.id}::uuid`)
  else if (scope === listedScope) conditions.push(isNotBlocked(viewer))
  // The array lets PostgreSQL find the characters by their ids.
  if (liked)
    conditions.push(sql`id = ANY (ARRAY(SELECT character_id FROM character_likes WHERE user_id = ${viewer.id}::uuid))`)
  if (isSuggesting) conditions.push(isOpenTo(viewer))
  return conditions
}

const beyondKey = ({ sort, after }: ListRequest): Sql[] => {
  const { key, type, beyond } = orders[sort]
  return after ? [sql`(${key}, id) ${beyond} (${after.key}::${type}, ${after.id}::uuid)`] : []
}

/** Returns the conditions for characters after the cursor. Later tiers need none. `isAhead` leaves out tiers before the cursor. */
const beyondCursor = (tier: RankedCondition, request: ListRequest): Sql[] => {
  const { after } = request
  if (!after) return []
  const [first, last] = tier.ranks
  if (first !== last) return [beyondRank(tier, request)]
  return after.rank === first ? beyondKey(request) : []
}

const beyondRank = ({ rank }: RankedCondition, request: ListRequest): Sql => {
  const [beyond] = beyondKey(request)
  const last = request.after!.rank
  return sql`(${rank} > ${last}::int OR (${rank} = ${last}::int AND ${beyond!}))`
}

const limited = ({ limit }: ListRequest): Sql => sql`LIMIT ${new Sql(String(limit + 1))}`

const ordered = (request: ListRequest, isOneRank = true): Sql => {
  const { direction } = orders[request.sort]
  return sql`ORDER BY ${isOneRank ? new Sql('') : new Sql('rank, ')}sort_key ${direction}, id ${direction} ${limited(request)}`
}

const merge = (parts: readonly Sql[], order: Sql): Sql =>
  parts.length === 1 ? parts[0]! : sql`${join(parts, ' UNION ALL ')} ${order}`

const keyOf = ({ sort_key: key }: ListedRow): string => (key instanceof Date ? key.toISOString() : String(key))
