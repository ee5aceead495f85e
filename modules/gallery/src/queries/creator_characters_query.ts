import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { isId, nilUuid } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import { queryUnprepared } from '#modules/kernel/sql'
import type { CharacterSummary } from '../../api.ts'
import { CreatorCharacters, type CreatorTotals, type OfCreators, type Viewer } from '../../index.ts'
import { isTime } from '../domain/sorts.ts'
import { hasOpenTags, isNotBlocked, isOpenTo } from './has_chip.ts'
import { countsAndLike, openingAndCreator, summaryColumns, toSummary, type SummaryRow } from './rows.ts'
import { join, Sql, sql } from './sql.ts'

/** Distinguishes this list's cursors from others. */
const cursorKind = 'creator'

/** The totals of a creator include their newest characters up to this number. */
const countedMax = 10_000

const publishedAt = new Sql('coalesce(published_at, created_at)')
const listed = new Sql('is_public AND deleted_at IS NULL')

const isVisible = (viewer: Viewer | null): Sql => (viewer ? isOpenTo(viewer) : new Sql('NOT is_nsfw'))

@inject()
export class CreatorCharactersQuery extends CreatorCharacters {
  constructor(private readonly db: Database) {
    super()
  }

  async list(
    { creatorIds, withinDays, withoutHidden = false, limit, cursor }: OfCreators,
    viewer: Viewer | null,
    client: QueryClientContract = this.db.connection()
  ): Promise<Page<CharacterSummary> | null> {
    const [kind, time, id] = (cursor !== undefined && decodeCursor(cursor, 3)) || []
    const isCursor = kind === cursorKind && typeof time === 'string' && isTime(time) && isId(id)
    if (cursor !== undefined && !isCursor) return null
    const conditions = [
      sql`created_by = people.id AND ${listed}`,
      isVisible(viewer),
      ...(viewer ? [withoutHidden ? isNotBlocked(viewer) : hasOpenTags(viewer)] : []),
      ...(withinDays === undefined ? [] : [sql`${publishedAt} > now() - make_interval(days => ${withinDays}::int)`]),
      ...(isCursor ? [sql`(${publishedAt}, id) < (${time}::timestamptz, ${id}::uuid)`] : []),
    ]
    const ordered = sql`ORDER BY published DESC, id DESC LIMIT ${limit + 1}::int`
    const { numbered, bindings } = sql`
      SELECT ${summaryColumns}, ${openingAndCreator}, page.published, ${countsAndLike(new Sql('characters.id'), viewer)}
      FROM (
        SELECT own.id, own.published FROM unnest(${[...creatorIds]}::uuid[]) AS people (id)
        CROSS JOIN LATERAL (
          SELECT characters.id, ${publishedAt} AS published FROM characters
          WHERE ${join(conditions, ' AND ')} ${ordered}
        ) AS own ${ordered}
      ) AS page JOIN characters USING (id) ORDER BY page.published DESC, id DESC`
    const rows = await queryUnprepared<SummaryRow & { published: Date }>(client, numbered, bindings)
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      items: page.map(toSummary),
      next: last ? encodeCursor([cursorKind, last.published.toISOString(), last.id]) : null,
    }
  }

  async among(ids: readonly string[], viewer: Viewer | null): Promise<CharacterSummary[]> {
    const isPublic = viewer ? sql`(is_public OR created_by = ${viewer.id}::uuid)` : new Sql('is_public')
    const conditions = [
      new Sql('deleted_at IS NULL'),
      isPublic,
      isVisible(viewer),
      ...(viewer ? [isNotBlocked(viewer)] : []),
    ]
    const { numbered, bindings } = sql`
      SELECT ${summaryColumns}, ${openingAndCreator}, ${countsAndLike(new Sql('characters.id'), viewer)}
      FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS wanted (wanted_id, place) JOIN characters ON characters.id = wanted_id
      WHERE ${join(conditions, ' AND ')} ORDER BY place`
    return (await queryUnprepared<SummaryRow>(this.db.connection(), numbered, bindings)).map(toSummary)
  }

  async totals(
    creatorId: string,
    viewer: Viewer | null,
    client: QueryClientContract = this.db.connection()
  ): Promise<CreatorTotals> {
    const { numbered, bindings } = sql`
      SELECT count(*)::int AS characters, coalesce(sum(likes), 0)::float8 AS likes, coalesce(sum(messages), 0)::float8 AS messages
      FROM (
        SELECT id FROM characters WHERE created_by = ${creatorId}::uuid AND ${listed} AND ${isVisible(viewer)}
        ORDER BY ${publishedAt} DESC, id DESC LIMIT ${countedMax}::int
      ) AS own JOIN character_counters ON character_id = own.id`
    const [totals] = await queryUnprepared<CreatorTotals>(client, numbered, bindings)
    return totals!
  }

  async haveOpen(
    userIds: readonly string[],
    client: QueryClientContract = this.db.connection()
  ): Promise<ReadonlySet<string>> {
    const rows = await queryUnprepared<{ id: string }>(
      client,
      `SELECT id FROM unnest($1::uuid[]) AS people (id)
       WHERE EXISTS (SELECT FROM characters WHERE created_by = people.id AND is_public AND NOT is_nsfw AND deleted_at IS NULL)`,
      [[...userIds]]
    )
    return new Set(rows.map(({ id }) => id))
  }

  async creatorsAfter(userId: string | null, limit: number): Promise<string[]> {
    // Walks along the index from one creator to the next.
    const { rows } = await this.db.rawQuery<{ rows: { id: string }[] }>(
      `WITH RECURSIVE people (id, n) AS (
         (SELECT created_by, 1 FROM characters WHERE is_public AND deleted_at IS NULL AND created_by > :after::uuid
          ORDER BY created_by LIMIT 1)
         UNION ALL
         SELECT next.created_by, n + 1 FROM people CROSS JOIN LATERAL (
           SELECT created_by FROM characters WHERE is_public AND deleted_at IS NULL AND created_by > people.id
           ORDER BY created_by LIMIT 1) AS next
         WHERE n < :limit::int
       )
       SELECT id FROM people`,
      { after: userId ?? nilUuid, limit } as never
    )
    return rows.map(({ id }) => id)
  }
}
