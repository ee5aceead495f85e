import type { Database } from '@adonisjs/lucid/database'
import { statement } from '#modules/kernel/sql'
import type { CharacterSheet } from '../../index.ts'

const readSheet = statement<CharacterSheet>(
  'gallery_read_sheet_1',
  `SELECT id, name, description, personality, backstory, scenario, greeting, first_message AS "firstMessage",
          is_nsfw AS "isNsfw", is_public AS "isPublic", created_by AS "createdBy"
   FROM characters WHERE id = $1 AND deleted_at IS NULL`
)

/** One character whole, for a prompt: one read by the primary key, and nothing else. */
export class CharacterSheetQuery {
  constructor(private readonly db: Database) {}

  async run(id: string): Promise<CharacterSheet | null> {
    const [sheet] = await readSheet(this.db.connection(), [id])
    return sheet ?? null
  }
}
