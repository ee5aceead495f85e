import type { Database } from '@adonisjs/lucid/database'
import { statement } from '#modules/kernel/sql'
import type { CharacterSheet } from '../../index.ts'

const readSheet = statement<{ sheet: CharacterSheet }>('gallery_read_sheet_2', 'SELECT sheet FROM gallery_sheet($1)')

/** One character whole, for a prompt: one read by the primary key, and nothing else. */
export class CharacterSheetQuery {
  constructor(private readonly db: Database) {}

  async run(id: string): Promise<CharacterSheet | null> {
    const [row] = await readSheet(this.db.connection(), [id])
    return row?.sheet ?? null
  }
}
