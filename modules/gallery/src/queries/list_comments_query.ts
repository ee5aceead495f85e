import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { isId, nilUuid } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import { pickAttributes } from '#modules/kernel/tables'
import type { Comment } from '../../api.ts'
import { isTime } from '../domain/sorts.ts'
import { CommentRow } from '../tables/comment_row.ts'

const shown = ['id', 'userId', 'content', 'createdAt', 'review'] as const

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

/** SQL for a block between the reader and the author of a comment. */
const blocksSql = `
  SELECT FROM hidings WHERE kind = 'person'
    AND ((hidings.user_id = ?::uuid AND hidings.id = character_comments.user_id)
      OR (hidings.user_id = character_comments.user_id AND hidings.id = ?::uuid))`

/**
 * Lists a character's comments with their authors, newest first, except between people of whom one blocks the other. Those that aren't
 * published are listed for their authors only.
 */
@inject()
export class ListCommentsQuery {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts
  ) {}

  async run(
    characterId: string,
    { limit, after, readerId }: { limit: number; after: CommentPosition | null; readerId: string | null },
    client: QueryClientContract = this.db.connection()
  ): Promise<Page<Comment>> {
    const { rows } = await client.rawQuery<{ rows: Pick<CommentRow, (typeof shown)[number]>[] }>(
      `SELECT ${pickAttributes(CommentRow, shown)} FROM character_comments
       WHERE character_id = ?::uuid AND removed_at IS NULL AND (review IS NULL OR user_id = ?::uuid)
         ${readerId ? `AND NOT EXISTS (${blocksSql})` : ''}
         ${after ? 'AND (created_at, id) < (?::timestamptz, ?::uuid)' : ''}
       ORDER BY created_at DESC, id DESC LIMIT ?::int`,
      [
        characterId,
        readerId ?? nilUuid,
        ...(readerId ? [readerId, readerId] : []),
        ...(after ? [after.createdAt, after.id] : []),
        limit + 1,
      ]
    )
    const page = rows.slice(0, limit)
    const profiles = await this.accounts.profiles(page.map(({ userId }) => userId))
    const unknownUser = { firstName: null, username: null, profileImageUrl: null }
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      items: page.map((row) => ({
        id: row.id,
        content: row.content,
        createdAt: row.createdAt.toISOString(),
        user: profiles.get(row.userId) ?? { id: row.userId, ...unknownUser },
        ...(row.review && { review: row.review }),
      })),
      next: last ? encodeCursor(['comment', last.createdAt.toISOString(), last.id]) : null,
    }
  }
}
