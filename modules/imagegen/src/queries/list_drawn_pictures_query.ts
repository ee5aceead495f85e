import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { uploadedPictureAddress, type ListedPicture } from '../../api.ts'
import { DrawnPictureRow } from '../tables/drawn_picture_row.ts'

const columns = attributesOf(DrawnPictureRow, { without: ['user_id'] })

type ListedRow = Omit<Attributes<DrawnPictureRow>, 'userId'>

/** Returns the id of the last picture on the previous page, or null for an invalid cursor. */
export const decodePictureCursor = (cursor: string): string | null => {
  const [of, id] = decodeCursor(cursor, 2) ?? []
  return of === 'picture' && isId(id) ? id : null
}

/** The pictures that a user had drawn, newest first. */
@inject()
export class ListDrawnPicturesQuery {
  constructor(private readonly db: Database) {}

  async run(userId: string, { limit, after }: { limit: number; after: string | null }): Promise<Page<ListedPicture>> {
    const { rows } = await this.db.rawQuery<{ rows: ListedRow[] }>(
      `SELECT ${columns} FROM drawn_pictures
       WHERE user_id = ?::uuid ${after ? 'AND id < ?::uuid' : ''} ORDER BY id DESC LIMIT ?::int`,
      [userId, ...(after ? [after] : []), limit + 1]
    )
    const items = rows.slice(0, limit).map(toListedPicture)
    return { items, next: rows.length > limit ? encodeCursor(['picture', items.at(-1)!.id]) : null }
  }
}

export const toListedPicture = (row: ListedRow): ListedPicture => ({
  id: row.id,
  url: uploadedPictureAddress(row.hash),
  prompt: row.prompt,
  model: row.model,
  modelName: row.modelName,
  aspect: row.aspect,
  options: row.options,
  seed: row.seed === null ? null : Number(row.seed),
  isDemo: row.isDemo,
  createdAt: row.createdAt.toISOString(),
})
