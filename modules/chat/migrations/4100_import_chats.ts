import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Chats that were imported from files. Their messages are ordinary rows of `chat_messages`. Beside them:
 *
 * - `messages_imported` is the part of `messages_written` that no statistics count.
 * - `speaker` is the name of a message's author if that is neither the chat's character nor its user.
 * - `chat_import_lines` holds the original lines by the positions of their messages. A hidden line has a position of its own and no row in
 *   `chat_messages`, so no reader of messages can show it or send it to a model.
 *
 * The lines have their own table because every reply reads `chat_messages`, and only exports read the lines.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      ALTER TABLE chat_sessions ADD COLUMN messages_imported integer NOT NULL DEFAULT 0;
      ALTER TABLE chat_messages ADD COLUMN speaker text;

      CREATE TABLE chat_imports (
        chat_session_id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        format text NOT NULL,
        -- As imported, so that an export can tell whether they have changed.
        title text,
        pins text[] NOT NULL,
        header bytea,
        -- Of texts and lines, for the limit per user.
        bytes bigint NOT NULL,
        imported_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX chat_imports_by_user ON chat_imports (user_id);

      CREATE TABLE chat_import_lines (
        chat_session_id uuid NOT NULL,
        position integer NOT NULL,
        is_hidden boolean NOT NULL,
        line bytea NOT NULL,
        PRIMARY KEY (chat_session_id, position)
      );
      -- Exports look for the few hidden lines between pages of messages.
      CREATE INDEX chat_import_lines_hidden ON chat_import_lines (chat_session_id, position) WHERE is_hidden;
    `)
  }

  override async down() {
    this.schema.raw('DROP TABLE chat_import_lines, chat_imports')
    this.schema.raw('ALTER TABLE chat_messages DROP COLUMN speaker')
    this.schema.raw('ALTER TABLE chat_sessions DROP COLUMN messages_imported')
  }
}
