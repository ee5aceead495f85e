import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { Accounts, type PublicProfile } from '#modules/accounts/index'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import { queryUnprepared } from '#modules/kernel/sql'
import { pickAttributes } from '#modules/kernel/tables'
import type { Comment, CommentSort } from '../../api.ts'
import { isTime } from '../domain/sorts.ts'
import { CommentRow } from '../tables/comment_row.ts'
import { join, sql, Sql } from './sql.ts'

export const commentColumns = ['id', 'userId', 'content', 'createdAt', 'editedAt', 'parentId', 'review'] as const
export type ShownComment = Pick<CommentRow, (typeof commentColumns)[number]>

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

export interface CommentsRequest {
  characterId: string
  /** The comment whose replies are listed, oldest first. Null: the comments that are no replies. */
  parentId: string | null
  sort: CommentSort
  limit: number
  after: CommentPosition | null
  /** A comment that leads the first page if it isn't on it, such as that of a notification. */
  linkedId: string | null
  readerId: string | null
}

const columns = new Sql(pickAttributes(CommentRow, commentColumns, 'comment'))

/** Returns the condition that no block is between the reader and the author of a comment. */
const isNotBlocked = (readerId: string, author: Sql): Sql => sql`NOT EXISTS (
  SELECT FROM hidings WHERE kind = 'person' AND (
    (hidings.user_id = ${readerId}::uuid AND hidings.id = ${author})
    OR (hidings.user_id = ${author} AND hidings.id = ${readerId}::uuid)))`

/**
 * Lists a character's comments or the replies to one, with their authors, except between people if one blocks the other. Those that
 * aren't published are listed for their authors only.
 */
@inject()
export class ListCommentsQuery {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts
  ) {}

  async run(request: CommentsRequest, client: QueryClientContract = this.db.connection()): Promise<Page<Comment>> {
    const { characterId, parentId, sort, limit, after, linkedId, readerId } = request
    const isOldestFirst = parentId !== null || sort === 'old'
    const direction = new Sql(isOldestFirst ? 'ASC' : 'DESC')
    const compare = new Sql(isOldestFirst ? '>' : '<')
    const shown = (alias: string) => [
      new Sql(`${alias}.removed_at IS NULL`),
      sql`(${new Sql(alias)}.review IS NULL OR ${new Sql(alias)}.user_id = ${readerId}::uuid)`,
      ...(readerId ? [isNotBlocked(readerId, new Sql(`${alias}.user_id`))] : []),
    ]
    const listed = [
      sql`comment.character_id = ${characterId}::uuid`,
      parentId ? sql`comment.parent_id = ${parentId}::uuid` : new Sql('comment.parent_id IS NULL'),
      ...shown('comment'),
    ]
    const read = (condition: Sql[], count: number) => {
      const { numbered, bindings } = sql`
        SELECT ${columns}, (
          SELECT count(*)::int FROM character_comments reply WHERE reply.parent_id = comment.id AND ${join(shown('reply'), ' AND ')}
        ) AS replies
        FROM character_comments comment WHERE ${join([...listed, ...condition], ' AND ')}
        ORDER BY comment.created_at ${direction}, comment.id ${direction} LIMIT ${count}::int`
      return queryUnprepared<ShownComment & { replies: number }>(client, numbered, bindings)
    }
    const isBehind =
      after && sql`(comment.created_at, comment.id) ${compare} (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    const rows = await read(isBehind ? [isBehind] : [], limit + 1)
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    const isElsewhere = linkedId !== null && after === null && !page.some(({ id }) => id === linkedId)
    const linked = isElsewhere ? await read([sql`comment.id = ${linkedId}::uuid`], 1) : []
    const items = [...linked, ...page]
    const profiles = await this.accounts.profiles(items.map(({ userId }) => userId))
    return {
      items: items.map((row) => toComment(row, profiles.get(row.userId), row.replies)),
      next: last ? encodeCursor(['comment', last.createdAt.toISOString(), last.id]) : null,
    }
  }
}

export const toComment = (row: ShownComment, profile: PublicProfile | undefined, replies = 0): Comment => ({
  id: row.id,
  content: row.content,
  createdAt: row.createdAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
  parentId: row.parentId,
  replies,
  ...(row.review && { review: row.review }),
  user: profile ?? { id: row.userId, firstName: null, username: null, profileImageUrl: null },
})
