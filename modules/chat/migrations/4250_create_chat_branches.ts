import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Where branches left their parents. Most chats have no row. A table of its own, because every reply rewrites the row of its session.
 * A parent may have been deleted since, and purged.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE chat_branches (
        chat_session_id uuid PRIMARY KEY REFERENCES chat_sessions ON DELETE CASCADE,
        user_id uuid NOT NULL,
        parent_session_id uuid NOT NULL,
        parent_message_id uuid NOT NULL,
        -- Of copied texts and lines, for the limit per user.
        bytes bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX chat_branches_by_parent ON chat_branches (parent_session_id);
      CREATE INDEX chat_branches_by_user ON chat_branches (user_id, created_at);
    `)
  }

  override async down() {
    this.schema.raw('DROP TABLE chat_branches')
  }
}
