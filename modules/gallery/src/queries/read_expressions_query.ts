import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { statement } from '#modules/kernel/sql'
import type { CharacterAsset, Expression } from '../../api.ts'
import type { Viewer } from '../../index.ts'
import { expressionsOf } from '../domain/expressions.ts'
import { canDiscover, isGated } from '../domain/visibility.ts'

interface Row {
  id: string
  is_nsfw: boolean
  is_public: boolean
  created_by: string
  /** Null for a character without parts. */
  assets: CharacterAsset[] | null
}

const readRows = statement<Row>(
  'gallery_read_expressions',
  `SELECT characters.id, is_nsfw, is_public, created_by, assets
   FROM characters LEFT JOIN character_parts AS parts ON parts.character_id = characters.id
   WHERE characters.id = ANY ($1::uuid[]) AND deleted_at IS NULL`
)

/** Reads the expressions of characters, as far as the viewer may see them. */
@inject()
export class ReadExpressionsQuery {
  constructor(private readonly db: Database) {}

  async run(ids: readonly string[], viewer: Viewer): Promise<Map<string, Expression[] | null>> {
    if (ids.length === 0) return new Map()
    const rows = await readRows(this.db.connection(), [ids])
    return new Map(
      rows
        .map((row) => ({ ...row, isNsfw: row.is_nsfw, isPublic: row.is_public, createdBy: row.created_by }))
        .filter((row) => canDiscover(row, viewer))
        .map((row) => [row.id, isGated(row, viewer) ? null : expressionsOf(row.assets ?? [])])
    )
  }
}
