import type { Database } from '@adonisjs/lucid/database'
import type { ExportSections } from '#modules/accounts/index'
import { pickAttributes } from '#modules/kernel/tables'
import { CreatorRow } from '../tables/creator_row.ts'

/** Adds a user's public profile, and the creators that the user follows, to the data export. Others appear only by id. */
export const exportCommunity = (sections: ExportSections, db: Database) => {
  sections.add('publicProfile', async function* ({ id }) {
    const { rows } = await db.rawQuery<{ rows: unknown[] }>(
      `SELECT ${pickAttributes(CreatorRow, ['isPublic', 'about', 'links', 'followers'])} FROM creators WHERE user_id = ?::uuid`,
      [id]
    )
    yield JSON.stringify(rows[0] ?? null)
  })
  sections.add('collections', async function* ({ id }) {
    const { rows } = await db.rawQuery<{ rows: unknown[] }>(
      `SELECT name, about, is_public AS "isPublic", ARRAY(
         SELECT character_id FROM collected_characters inside
         WHERE inside.user_id = collections.user_id AND inside.collection_id = collections.id ORDER BY place
       ) AS "characterIds" FROM collections WHERE user_id = ?::uuid ORDER BY id`,
      [id]
    )
    yield JSON.stringify(rows)
  })
  sections.add('follows', async function* ({ id }) {
    const { rows } = await db.rawQuery<{ rows: unknown[] }>(
      'SELECT creator_id AS "creatorId", created_at AS "followedAt" FROM follows WHERE user_id = ?::uuid ORDER BY creator_id',
      [id]
    )
    yield JSON.stringify(rows)
  })
}
