import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Prompts and their texts are compressed by the server (`prompt/packed_text.ts`). Earlier rows and replaced texts of messages are not. Two
 * indexes of prompts and a foreign key cost each reply more than they save: prompts are deleted with their messages, and so with their
 * chats. The ids of replies begin with a time, so the primary key finds old prompts.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      DROP INDEX kept_prompts_by_session;
      ALTER TABLE kept_prompts ADD COLUMN packed bytea, ALTER COLUMN data DROP NOT NULL, DROP COLUMN kept_on,
        DROP CONSTRAINT kept_prompts_chat_session_id_fkey;
      ALTER TABLE prompt_texts ADD COLUMN packed bytea, ALTER COLUMN packed SET STORAGE main, ALTER COLUMN text DROP NOT NULL;
    `)
  }

  override async down() {
    this.schema.raw(`
      DELETE FROM kept_prompts WHERE data IS NULL;
      DELETE FROM prompt_texts WHERE text IS NULL;
      ALTER TABLE prompt_texts DROP COLUMN packed, ALTER COLUMN text SET NOT NULL;
      ALTER TABLE kept_prompts DROP COLUMN packed, ALTER COLUMN data SET NOT NULL, ADD COLUMN kept_on date NOT NULL DEFAULT current_date,
        ADD CONSTRAINT kept_prompts_chat_session_id_fkey FOREIGN KEY (chat_session_id) REFERENCES chat_sessions ON DELETE CASCADE;
      UPDATE kept_prompts SET kept_on = uuid_extract_timestamp(reply_id)::date;
      CREATE INDEX kept_prompts_by_session ON kept_prompts (chat_session_id);
      CREATE INDEX kept_prompts_by_day ON kept_prompts (kept_on);
    `)
  }
}
