import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import type { Comment } from '../../api.ts'
import { isTime } from '../domain/sorts.ts'

interface CommentRow {
  id: string
  user_id: string
  content: string
  created_at: Date
}

/** The last comment of the previous page. */
export interface CommentPosition {
  createdAt: string
  id: string
}

/** Returns null for an invalid cursor. */
export const decodeCommentPosition = (cursor: string): CommentPosition | null => {
  const [of, createdAt, id] = decodeCursor(cursor, 3) ?? []
  return of === 'comment' && typeof createdAt === 'string' && isTime(createdAt) && isId(id) ? { createdAt, id } : null
}

/** Lists a character's comments with their authors, newest first. */
@inject()
export class ListCommentsQuery {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts
  ) {}

  async run(
    characterId: string,
    { limit, after }: { limit: number; after: CommentPosition | null }
  ): Promise<Page<Comment>> {
    const { rows } = await this.db.rawQuery<{ rows: CommentRow[] }>(
      `SELECT id, user_id, content, created_at FROM character_comments
       WHERE character_id = ?::uuid AND removed_at IS NULL ${after ? 'AND (created_at, id) < (?::timestamptz, ?::uuid)' : ''}
       ORDER BY created_at DESC, id DESC LIMIT ?::int`,
      [characterId, ...(after ? [after.createdAt, after.id] : []), limit + 1]
    )
    const page = rows.slice(0, limit)
    const profiles = await this.accounts.profiles(page.map((row) => row.user_id))
    const unknownUser = { firstName: null, username: null, profileImageUrl: null }
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      items: page.map((row) => ({
        id: row.id,
        content: row.content,
        createdAt: row.created_at.toISOString(),
        user: profiles.get(row.user_id) ?? { id: row.user_id, ...unknownUser },
      })),
      next: last ? encodeCursor(['comment', last.created_at.toISOString(), last.id]) : null,
    }
  }
}
