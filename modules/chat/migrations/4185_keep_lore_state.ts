import { BaseSchema } from '@adonisjs/lucid/schema'

/** What a chat remembers of its lorebooks: which entries stay in or out for some messages. Null for most chats. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE chat_sessions ADD COLUMN lore_state jsonb')
  }

  override async down() {
    this.schema.raw('ALTER TABLE chat_sessions DROP COLUMN lore_state')
  }
}
