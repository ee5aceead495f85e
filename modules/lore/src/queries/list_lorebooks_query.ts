import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import type { Lorebook } from '../../api.ts'
import { bookColumns, toLorebook, type BookRow } from '../domain/rows.ts'

/** Returns the id of the last book on the previous page, or null for an invalid cursor. */
export const decodeBookCursor = (cursor: string): string | null => {
  const [of, id] = decodeCursor(cursor, 2) ?? []
  return of === 'lorebook' && isId(id) ? id : null
}

/** A user's lorebooks, newest first. */
@inject()
export class ListLorebooksQuery {
  constructor(private readonly db: Database) {}

  async run(ownerId: string, { limit, after }: { limit: number; after: string | null }): Promise<Page<Lorebook>> {
    const { rows } = await this.db.rawQuery<{ rows: BookRow[] }>(
      `SELECT ${bookColumns} FROM lorebooks
       WHERE user_id = ?::uuid ${after ? 'AND id < ?::uuid' : ''} ORDER BY id DESC LIMIT ?::int`,
      [ownerId, ...(after ? [after] : []), limit + 1]
    )
    const items = rows.slice(0, limit).map(toLorebook)
    return { items, next: rows.length > limit ? encodeCursor(['lorebook', items.at(-1)!.id]) : null }
  }

  /** Returns null if the user has no such book. */
  async find(ownerId: string, bookId: string): Promise<Lorebook | null> {
    const { rows } = await this.db.rawQuery<{ rows: BookRow[] }>(
      `SELECT ${bookColumns} FROM lorebooks WHERE user_id = ?::uuid AND id = ?::uuid`,
      [ownerId, bookId]
    )
    return rows[0] ? toLorebook(rows[0]) : null
  }
}
