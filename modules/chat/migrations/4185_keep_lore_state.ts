import { BaseSchema } from '@adonisjs/lucid/schema'

/** The state of a chat's lorebooks: the entries that stay in or out of its prompts for some messages. Null for most chats. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE chat_sessions ADD COLUMN lore_state jsonb')
  }

  override async down() {
    this.schema.raw('ALTER TABLE chat_sessions DROP COLUMN lore_state')
  }
}
