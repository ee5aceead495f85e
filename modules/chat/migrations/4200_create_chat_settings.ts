import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Settings of single chats that shape their replies. Most chats have no row. A column that is null stands for the default. A table of its
 * own, because every reply rewrites the row of its session.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE chat_settings (
        chat_session_id uuid PRIMARY KEY REFERENCES chat_sessions ON DELETE CASCADE,
        -- {text, depth, role, every}
        note jsonb,
        persona_id uuid,
        -- 'short', 'medium' or 'long', or a number of tokens
        length jsonb,
        -- The sampling parameters that the user has chosen, by their names in ModelRequest
        sampling jsonb
      )
    `)
  }

  override async down() {
    this.schema.raw('DROP TABLE chat_settings')
  }
}
