import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** The pictures of chats: shown by users, or drawn of an answer. Their files have random names. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'chat_pictures',
        `user_id uuid NOT NULL,
        id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        -- Null until the message is sent.
        message_id uuid,
        kind text NOT NULL CONSTRAINT chat_pictures_kind CHECK (kind IN ('shown', 'drawn')),
        -- The name of its files, which the copies in branches share. Null until it is drawn.
        file uuid,
        width integer,
        height integer,
        -- 0 for the copies in branches.
        bytes integer NOT NULL DEFAULT 0,
        alt text NOT NULL DEFAULT '' CONSTRAINT chat_pictures_alt_bounded CHECK (char_length(alt) <= 1000),
        -- It is behind the chat.
        is_background boolean NOT NULL DEFAULT false,
        -- Of a drawn one: {prompt, model, modelName, aspect, options, cost}
        drawing jsonb,
        -- Why it could not be drawn.
        failure text,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT chat_pictures_pkey PRIMARY KEY (user_id, id)`
      )
    )
    this.schema.raw(`
      CREATE INDEX chat_pictures_by_session ON chat_pictures (user_id, chat_session_id);
      CREATE INDEX chat_pictures_by_message ON chat_pictures (user_id, message_id) WHERE message_id IS NOT NULL;
      CREATE INDEX chat_pictures_by_file ON chat_pictures (file) WHERE file IS NOT NULL;
      CREATE INDEX chat_pictures_unsent ON chat_pictures (created_at) WHERE message_id IS NULL OR file IS NULL;
      -- Files to remove: a transaction can't take files along.
      CREATE TABLE removed_chat_pictures (
        file uuid CONSTRAINT removed_chat_pictures_pkey PRIMARY KEY,
        removed_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      -- Every reply reads this row by its key, so most chats need no further query.
      ALTER TABLE chat_settings ADD COLUMN has_pictures boolean NOT NULL DEFAULT false`)
  }

  override async down() {
    this.schema.raw(`
      ALTER TABLE chat_settings DROP COLUMN has_pictures;
      DROP TABLE removed_chat_pictures, chat_pictures`)
  }
}
