import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The version of its character that a chat began with. Characters had one version when this ran, so existing chats have the first: as
 * the default of a new column, which writes no row however many chats there are. Later chats say theirs. One without takes the present
 * version, until its next message pins it.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE chat_sessions ADD COLUMN character_version integer DEFAULT 1')
    this.schema.raw('ALTER TABLE chat_sessions ALTER COLUMN character_version DROP DEFAULT')
  }

  override async down() {
    this.schema.raw('ALTER TABLE chat_sessions DROP COLUMN character_version')
  }
}
