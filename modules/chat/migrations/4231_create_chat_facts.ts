import { BaseSchema } from '@adonisjs/lucid/schema'

/** Facts that the model proposes to pin. Dismissed ones stay, so that they aren't proposed again. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE chat_facts (
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        chat_session_id uuid NOT NULL REFERENCES chat_sessions ON DELETE CASCADE,
        text text NOT NULL,
        state text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'accepted', 'dismissed')),
        created_at timestamptz NOT NULL DEFAULT now()
      )
    `)
    this.schema.raw('CREATE UNIQUE INDEX chat_facts_once ON chat_facts (chat_session_id, md5(lower(text)))')
  }

  override async down() {
    this.schema.raw('DROP TABLE chat_facts')
  }
}
