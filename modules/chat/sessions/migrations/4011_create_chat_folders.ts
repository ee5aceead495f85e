import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** Where a user keeps chats: on top of the list, in the archive, in folders. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      ALTER TABLE chat_sessions
        ADD COLUMN kept_at timestamptz,
        -- A chat is archived until a newer message.
        ADD COLUMN archived_at timestamptz,
        -- The id of a deleted folder may remain.
        ADD COLUMN folder_id uuid`)
    this.schema.raw(
      privateTable(
        'chat_folders',
        `user_id uuid NOT NULL,
        id uuid NOT NULL DEFAULT uuidv7(),
        name text NOT NULL,
        CONSTRAINT chat_folders_pkey PRIMARY KEY (user_id, id),
        CONSTRAINT chat_folders_name_length CHECK (char_length(name) BETWEEN 1 AND 40)`
      )
    )
    this.schema.raw('CREATE UNIQUE INDEX chat_folders_name_unique ON chat_folders (user_id, lower(name))')
  }

  override async down() {
    this.schema.raw('DROP TABLE chat_folders')
    this.schema.raw('ALTER TABLE chat_sessions DROP COLUMN kept_at, DROP COLUMN archived_at, DROP COLUMN folder_id')
  }
}
