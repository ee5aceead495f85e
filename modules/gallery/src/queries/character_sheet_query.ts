import type { Database } from '@adonisjs/lucid/database'
import type { CharacterSheet } from '../../index.ts'

/** One character whole, for a prompt: one read by the primary key, and nothing else. */
export class CharacterSheetQuery {
  constructor(private readonly db: Database) {}

  async run(id: string): Promise<CharacterSheet | null> {
    const { rows } = await this.db.rawQuery<{ rows: CharacterSheet[] }>(
      `SELECT id, name, description, personality, backstory, scenario, greeting, first_message AS "firstMessage",
              is_nsfw AS "isNsfw", is_public AS "isPublic", created_by AS "createdBy"
       FROM characters WHERE id = ?::uuid AND deleted_at IS NULL`,
      [id]
    )
    return rows[0] ?? null
  }
}
