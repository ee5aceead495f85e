import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Characters that left a group chat keep their rows. Their messages and the kept prompts stay in the chat, so the adult gate and hidden
 * definitions apply as before.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE chat_group_members ADD COLUMN removed_at timestamptz')
  }

  override async down() {
    this.schema.raw('DELETE FROM chat_group_members WHERE removed_at IS NOT NULL')
    this.schema.raw('ALTER TABLE chat_group_members DROP COLUMN removed_at')
  }
}
