import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import type { LorebookEntry } from '../../api.ts'
import { limits } from '../domain/limits.ts'
import { entryColumns, toEntry, type EntryRow } from '../domain/rows.ts'

/** The last entry of the previous page. */
export interface EntryPosition {
  position: string
  id: string
}

/** Returns null for an invalid cursor. */
export const decodeEntryCursor = (cursor: string): EntryPosition | null => {
  const [of, position, id] = decodeCursor(cursor, 3) ?? []
  const isPosition = typeof position === 'string' && /^-?\d{1,18}$/.test(position)
  return of === 'entry' && isPosition && isId(id) ? { position, id } : null
}

/** The entries of the user's own lorebook in order. */
@inject()
export class ListEntriesQuery {
  constructor(private readonly db: Database) {}

  /** Returns a page. It ends with the entry that reaches `pageBytesMax`, so it has at least one entry if any are left. */
  async run(
    { ownerId, bookId }: { ownerId: string; bookId: string },
    { limit, after }: { limit: number; after: EntryPosition | null }
  ): Promise<Page<LorebookEntry>> {
    const { rows } = await this.db.rawQuery<{ rows: (EntryRow & { is_last: boolean })[] }>(
      `WITH next AS (
         SELECT * FROM lorebook_entries
         WHERE user_id = ?::uuid AND lorebook_id = ?::uuid ${after ? 'AND (position, id) > (?::bigint, ?::uuid)' : ''}
         ORDER BY position, id LIMIT ?::int
       ), sized AS (
         SELECT *, sum(bytes) OVER in_order - bytes AS before, row_number() OVER in_order AS number, count(*) OVER () AS total
         FROM next WINDOW in_order AS (ORDER BY position, id)
       )
       SELECT ${entryColumns}, number = total AS is_last FROM sized
       WHERE before < ?::int AND number <= ?::int ORDER BY position, id`,
      [ownerId, bookId, ...(after ? [after.position, after.id] : []), limit + 1, limits.pageBytesMax, limit]
    )
    const last = rows.at(-1)
    return {
      items: rows.map(toEntry),
      next: last && !last.is_last ? encodeCursor(['entry', last.position, last.id]) : null,
    }
  }
}
