import type { Database } from '@adonisjs/lucid/database'
import { eachRow, jsonList, type ExportSections } from '#modules/accounts/index'
import { uploadedPictureAddress } from '../../api.ts'
import type { PictureRow } from '../tables/picture_row.ts'
import { decodePictureCursor, ListDrawnPicturesQuery } from './list_drawn_pictures_query.ts'

/** Adds to the data export the addresses of a user's pictures, and the user's `drawn_pictures`, with prompts. */
export const exportPictures = (sections: ExportSections, db: Database) => {
  sections.add('pictures', ({ id }) => jsonList(picturesOf(db, id)))
  sections.add('drawnPictures', ({ id }) => jsonList(drawnPicturesOf(new ListDrawnPicturesQuery(db), id)))
}

async function* drawnPicturesOf(list: ListDrawnPicturesQuery, userId: string) {
  for (let after: string | null = null; ;) {
    const { items, next } = await list.run(userId, { limit: 500, after })
    yield* items
    if (next === null) return
    after = decodePictureCursor(next)
  }
}

async function* picturesOf(db: Database, userId: string) {
  const rows = eachRow<Pick<PictureRow, 'hash' | 'createdAt'>>(500, async (last, limit) => {
    const { rows } = await db.rawQuery<{ rows: PictureRow[] }>(
      `SELECT hash, created_at AS "createdAt" FROM pictures WHERE owner_id = ?::uuid AND hash > ? ORDER BY hash LIMIT ?::int`,
      [userId, last?.hash ?? '', limit]
    )
    return rows
  })
  for await (const { hash, createdAt } of rows) yield { url: uploadedPictureAddress(hash), createdAt }
}
