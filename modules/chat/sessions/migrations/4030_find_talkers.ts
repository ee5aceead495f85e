import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Finds the people who talk to a character. The second column is an expression, so that no plan of a reply skips through the index by the user
 * instead of using a whole key.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE INDEX chat_sessions_talkers ON chat_sessions (character_id, (user_id::text))
      WHERE deleted_at IS NULL AND character_id IS NOT NULL`)
  }

  override async down() {
    this.schema.raw('DROP INDEX chat_sessions_talkers')
  }
}
