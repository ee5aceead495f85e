import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { LoreUses, type LoreUse } from '#modules/lore/index'

/** Maximum characters listed per lorebook. */
const namesMax = 3

interface Row {
  lorebook_id: string
  id: string
  name: string
  count: number
}

/** Finds the owner's characters that have a lorebook. */
@inject()
export class LoreUsesQuery extends LoreUses {
  constructor(private readonly db: Database) {
    super()
  }

  async of(ownerId: string, bookIds: readonly string[]): Promise<ReadonlyMap<string, LoreUse>> {
    if (bookIds.length === 0) return new Map()
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT lorebook_id, id, name, count FROM (
         SELECT uses.lorebook_id, characters.id, characters.name,
           count(*) OVER (PARTITION BY uses.lorebook_id)::int AS count,
           row_number() OVER (PARTITION BY uses.lorebook_id ORDER BY lower(characters.name), characters.id) AS number
         FROM characters
         JOIN character_parts AS parts ON parts.character_id = characters.id
         CROSS JOIN LATERAL unnest(parts.lorebook_ids) AS uses (lorebook_id)
         WHERE characters.created_by = ?::uuid AND characters.deleted_at IS NULL AND uses.lorebook_id = ANY(?::uuid[])
       ) AS numbered
       WHERE number <= ${namesMax} ORDER BY lorebook_id, number`,
      [ownerId, bookIds] as never
    )
    return new Map(
      [...Map.groupBy(rows, (row) => row.lorebook_id)].map(([id, uses]) => [
        id,
        { characters: uses.map(({ id, name }) => ({ id, name })), count: uses[0]!.count },
      ])
    )
  }
}
