import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** Chats that were imported from files. Their messages are ordinary rows of `chat_messages`. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'chat_imports',
        `user_id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        format text NOT NULL,
        -- As imported, so that an export can tell whether they have changed.
        title text,
        pins text[] NOT NULL,
        header bytea,
        -- Of texts and lines, for the limit per user.
        bytes bigint NOT NULL,
        imported_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT chat_imports_pkey PRIMARY KEY (user_id, chat_session_id),
        CONSTRAINT chat_imports_session FOREIGN KEY (user_id, chat_session_id) REFERENCES chat_sessions ON DELETE CASCADE`
      )
    )
    // The original lines by the positions of their messages. A hidden line has a position of its own and no row in chat_messages, so no
    // reader of messages can show it or send it to a model. A table of its own, because every reply reads chat_messages, and only exports
    // read the lines.
    this.schema.raw(
      privateTable(
        'chat_import_lines',
        `user_id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        position integer NOT NULL,
        is_hidden boolean NOT NULL,
        line bytea NOT NULL,
        CONSTRAINT chat_import_lines_pkey PRIMARY KEY (user_id, chat_session_id, position),
        CONSTRAINT chat_import_lines_session FOREIGN KEY (user_id, chat_session_id) REFERENCES chat_sessions ON DELETE CASCADE`
      )
    )
    // Exports look for the few hidden lines between pages of messages.
    this.schema.raw(
      'CREATE INDEX chat_import_lines_hidden ON chat_import_lines (user_id, chat_session_id, position) WHERE is_hidden'
    )
  }

  override async down() {
    this.schema.raw('DROP TABLE chat_import_lines, chat_imports')
  }
}
