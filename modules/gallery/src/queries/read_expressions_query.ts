import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { statement } from '#modules/kernel/sql'
import type { CharacterAsset, Expression } from '../../api.ts'
import type { VersionKey, Viewer } from '../../index.ts'
import { expressionsOf } from '../domain/expressions.ts'
import { canDiscover, isGated } from '../domain/visibility.ts'

interface Row {
  id: string
  is_nsfw: boolean
  is_public: boolean
  created_by: string
  /** The character's own, and those of an earlier version. Null for a character without parts, and a version without its own. */
  assets: CharacterAsset[] | null
}

const readRows = statement<Row>(
  'gallery_read_expressions',
  `SELECT characters.id, is_nsfw, is_public, created_by, coalesce(earlier.expressions, assets) AS assets
   FROM unnest($1::uuid[], $2::int[]) AS asked (id, version)
   JOIN characters ON characters.id = asked.id AND deleted_at IS NULL
   LEFT JOIN character_parts AS parts ON parts.character_id = characters.id
   LEFT JOIN character_versions AS earlier ON earlier.character_id = asked.id AND earlier.number = asked.version`
)

/** Reads the expressions of characters, as far as the viewer may see them. */
@inject()
export class ReadExpressionsQuery {
  constructor(private readonly db: Database) {}

  async run(versions: readonly VersionKey[], viewer: Viewer): Promise<Map<string, Expression[] | null>> {
    if (versions.length === 0) return new Map()
    const rows = await readRows(this.db.connection(), [
      versions.map(({ id }) => id),
      versions.map(({ version }) => version),
    ])
    return new Map(
      rows
        .map((row) => ({ ...row, isNsfw: row.is_nsfw, isPublic: row.is_public, createdBy: row.created_by }))
        .filter((row) => canDiscover(row, viewer))
        .map((row) => [row.id, isGated(row, viewer) ? null : expressionsOf(row.assets ?? [])])
    )
  }
}
