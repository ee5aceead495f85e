import { BaseSchema } from '@adonisjs/lucid/schema'

/** The transcripts of the demo that became chats: each once, also after the account of that chat was deleted. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE demo_adoptions (
        transcript_id uuid NOT NULL,
        chat_session_id uuid NOT NULL,
        adopted_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT demo_adoptions_pkey PRIMARY KEY (transcript_id)
      )
    `)
  }

  override async down() {
    this.schema.raw('DROP TABLE demo_adoptions')
  }
}
