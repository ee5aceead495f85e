import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Blocks, CommentReader, type ReadableComment } from '../../index.ts'

@inject()
export class ReadCommentsQuery extends CommentReader {
  constructor(
    private readonly db: Database,
    private readonly blocks: Blocks
  ) {
    super()
  }

  async read(ids: readonly string[], readerId: string, excerptMax: number): Promise<Map<string, ReadableComment>> {
    if (ids.length === 0) return new Map()
    const { rows } = await this.db.rawQuery<{ rows: (ReadableComment & { id: string })[] }>(
      `SELECT id, user_id AS "authorId", character_id AS "characterId", parent_id AS "parentId", left(content, :max::int) || CASE WHEN char_length(content) > :max::int THEN '…' ELSE '' END AS excerpt
       FROM character_comments WHERE id = ANY (:ids::uuid[]) AND removed_at IS NULL AND review IS NULL`,
      { max: excerptMax, ids: [...ids] } as never
    )
    const blocked = await this.blocks.between(
      readerId,
      rows.map(({ authorId }) => authorId)
    )
    return new Map(rows.filter(({ authorId }) => !blocked.has(authorId)).map(({ id, ...comment }) => [id, comment]))
  }
}
