import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { statement } from '#modules/kernel/sql'
import type { StoredRow } from '#modules/kernel/tables'
import type { ForkCredit } from '../../api.ts'
import type { Viewer } from '../../index.ts'
import { canDiscover } from '../domain/visibility.ts'
import type { CharacterRow } from '../tables/character_row.ts'
import { toCreator } from './rows.ts'

interface Row extends Pick<StoredRow<CharacterRow>, 'id' | 'name' | 'is_nsfw' | 'is_public' | 'created_by'> {
  is_deleted: boolean
  creator: [string | null, string | null] | null
}

const readAncestors = statement<Row>(
  'gallery_read_ancestors',
  `SELECT id, name, is_nsfw, is_public, deleted_at IS NOT NULL AS is_deleted, created_by,
     (SELECT ARRAY[username, first_name] FROM accounts_public_names(created_by)) AS creator
   FROM characters WHERE id = ANY ($1::uuid[])`
)

/**
 * Reads the ancestors of a fork, in the given order. An ancestor that the viewer may not see has no name. An ancestor of a deleted account
 * has no creator.
 */
export const readCredits = async (
  client: QueryClientContract,
  ids: readonly string[],
  viewer: Viewer | null
): Promise<ForkCredit[]> => {
  if (ids.length === 0) return []
  const rows = new Map((await readAncestors(client, [ids])).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = rows.get(id)
    if (!row) return { id, name: null, creator: null }
    const character = { isNsfw: row.is_nsfw, isPublic: row.is_public, createdBy: row.created_by }
    return {
      id,
      name: !row.is_deleted && canDiscover(character, viewer) ? row.name : null,
      creator: row.creator && toCreator(row.created_by, row.creator),
    }
  })
}
