import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Group chats: sessions of several characters. Such a session has no `character_id`, so no reader of chats with one character can take it
 * for one. Messages and replies name their speaker. A reply without a message of the user goes on from the message before it.
 *
 * `speaker` of a message is the name of its character when it was written, so that exports and lists need no further table.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      ALTER TABLE chat_sessions ALTER COLUMN character_id DROP NOT NULL;
      ALTER TABLE chat_messages ADD COLUMN character_id uuid;
      ALTER TABLE replies ADD COLUMN character_id uuid, ADD COLUMN speaker text;
      ALTER TABLE replies ALTER COLUMN user_message_id DROP NOT NULL;

      CREATE TABLE chat_groups (
        chat_session_id uuid PRIMARY KEY REFERENCES chat_sessions ON DELETE CASCADE,
        mode text NOT NULL DEFAULT 'natural' CHECK (mode IN ('natural', 'in_turn', 'manual'))
      );

      CREATE TABLE chat_group_members (
        chat_session_id uuid NOT NULL REFERENCES chat_groups ON DELETE CASCADE,
        character_id uuid NOT NULL,
        -- From 0, in the order in which they were chosen
        position integer NOT NULL,
        -- As in chat_sessions
        character_version integer,
        is_muted boolean NOT NULL DEFAULT false,
        -- From 0 to 1: how often it speaks by itself
        talkativeness real NOT NULL DEFAULT 0.5,
        PRIMARY KEY (chat_session_id, character_id)
      );
    `)
  }

  override async down() {
    this.schema.raw('DROP TABLE chat_group_members, chat_groups')
    this.schema.raw('DELETE FROM replies WHERE user_message_id IS NULL')
    this.schema.raw('DELETE FROM chat_messages WHERE character_id IS NOT NULL')
    this.schema.raw('DELETE FROM chat_sessions WHERE character_id IS NULL')
    this.schema.raw('ALTER TABLE replies ALTER COLUMN user_message_id SET NOT NULL')
    this.schema.raw('ALTER TABLE replies DROP COLUMN speaker, DROP COLUMN character_id')
    this.schema.raw('ALTER TABLE chat_messages DROP COLUMN character_id')
    this.schema.raw('ALTER TABLE chat_sessions ALTER COLUMN character_id SET NOT NULL')
  }
}
