import type { Database } from '@adonisjs/lucid/database'
import type { ExportSections } from '#modules/accounts/index'

/** Adds the creators that a user follows to the data export. Others appear only by id. */
export const exportCommunity = (sections: ExportSections, db: Database) => {
  sections.add('follows', async function* ({ id }) {
    const { rows } = await db.rawQuery<{ rows: unknown[] }>(
      'SELECT creator_id AS "creatorId", created_at AS "followedAt" FROM follows WHERE user_id = ?::uuid ORDER BY creator_id',
      [id]
    )
    yield JSON.stringify(rows)
  })
}
