import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { statement } from '#modules/kernel/sql'
import type { CharacterView, Viewer } from '../../index.ts'
import { draftColumns } from '../domain/draft_rows.ts'
import { canDiscover, gateCharacter, hideDefinition, isGated } from '../domain/visibility.ts'
import { toCharacter, toReading, type ReadableRow } from './rows.ts'

/** The columns of a `ReadableRow`. They need `readableTables`. */
export const readableColumns = `characters.id, version_number, created_by, characters.created_at, review, ${draftColumns},
  ARRAY[counters.likes, counters.messages] AS counters, likes.user_id IS NOT NULL AS liked`

/** The tables of `readableColumns`. `$1` is the viewer's id. */
export const readableTables = `characters
   JOIN character_counters AS counters ON counters.character_id = characters.id
   LEFT JOIN character_likes AS likes ON likes.character_id = characters.id AND likes.user_id = $1::uuid`

const readCharacters = statement<ReadableRow>(
  'gallery_read_characters',
  `SELECT ${readableColumns} FROM ${readableTables} WHERE characters.id = ANY ($2::uuid[]) AND deleted_at IS NULL`
)

/** Finds characters with the texts of their page, as far as the viewer may read them. The map omits hidden characters. */
@inject()
export class FindCharactersQuery {
  constructor(private readonly db: Database) {}

  async run(
    ids: readonly string[],
    viewer: Viewer | null,
    client: QueryClientContract = this.db.connection()
  ): Promise<Map<string, CharacterView>> {
    if (ids.length === 0) return new Map()
    const rows = await readCharacters(client, [viewer?.id ?? null, ids])
    const views = new Map<string, CharacterView>()
    for (const row of rows) {
      const view = viewOf(row, viewer)
      if (view) views.set(row.id, view)
    }
    return views
  }
}

/** Returns a character as the viewer may see it, or null if it is hidden from the viewer. */
export const viewOf = (row: ReadableRow, viewer: Viewer | null): CharacterView | null => {
  const character = toCharacter(row)
  if (!canDiscover(character, viewer)) return null
  const version = { number: row.version_number, char: row.nickname || row.name }
  if (isGated(character, viewer)) return { kind: 'adult_gate', character: gateCharacter(character, viewer), version }
  return { kind: 'visible', character: hideDefinition(character, toReading(row), viewer), version }
}
