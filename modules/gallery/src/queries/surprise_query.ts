import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { queryUnprepared } from '#modules/kernel/sql'
import { RecentChats, type Viewer } from '../../index.ts'
import { isNotBlocked, isOpenTo } from './has_chip.ts'
import { Sql, sql } from './sql.ts'

const chatsRead = 200
/** Rows of the random sample, and of the most popular characters if the sample has none that the viewer may see. */
const sampleRows = 2_000
const popularRows = 200

/** Picks a random public character, preferably one that the viewer hasn't talked to. Returns null if the viewer may see none. */
@inject()
export class SurpriseQuery {
  constructor(
    private readonly db: Database,
    private readonly recentChats: RecentChats
  ) {}

  async run(viewer: Viewer | null, client: QueryClientContract = this.db.connection()): Promise<string | null> {
    const chats = viewer ? await this.recentChats.newest(viewer.id, chatsRead) : []
    const talkedTo = chats.map(({ characterId }) => characterId)
    return (await pick(client, talkedTo, sampled(viewer))) ?? (await pick(client, talkedTo, mostPopular(viewer)))
  }
}

const pick = async (
  client: QueryClientContract,
  talkedTo: readonly string[],
  candidates: Sql
): Promise<string | null> => {
  const { numbered, bindings } = sql`
    SELECT id FROM (${candidates}) AS candidates ORDER BY id = ANY (${talkedTo}::uuid[]), random() LIMIT 1`
  const [row] = await queryUnprepared<{ id: string }>(client, numbered, bindings)
  return row?.id ?? null
}

const allowed = (viewer: Viewer | null): Sql =>
  viewer
    ? sql`is_public AND deleted_at IS NULL AND ${isOpenTo(viewer)} AND ${isNotBlocked(viewer)}`
    : new Sql('is_public AND deleted_at IS NULL AND NOT is_nsfw')

/**
 * Samples random pages of the table. The size of the sample depends on PostgreSQL's estimate of the number of rows, which is -1 before the
 * first estimate.
 */
const sampled = (viewer: Viewer | null): Sql => sql`
  SELECT id FROM characters TABLESAMPLE SYSTEM ((
    SELECT least(100, 100 * ${new Sql(String(sampleRows))} / greatest(reltuples, 1)) FROM pg_class WHERE oid = 'characters'::regclass
  )) WHERE ${allowed(viewer)}`

const mostPopular = (viewer: Viewer | null): Sql => sql`
  SELECT id FROM characters WHERE ${allowed(viewer)} ORDER BY popularity DESC, id DESC LIMIT ${new Sql(String(popularRows))}`
