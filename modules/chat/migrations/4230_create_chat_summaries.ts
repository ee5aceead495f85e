import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Summaries of what no longer fits into prompts. `chat_summaries` keeps the versions. `chat_settings` has a copy of the current one, because
 * every reply reads that row by its key.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE chat_summaries (
        -- A version by the model has the id of its job.
        id uuid PRIMARY KEY DEFAULT uuidv7(),
        chat_session_id uuid NOT NULL REFERENCES chat_sessions ON DELETE CASCADE,
        text text NOT NULL,
        author text NOT NULL CHECK (author IN ('model', 'user')),
        tier text,
        -- It covers the messages up to this position. -1: none
        position integer NOT NULL,
        up_to uuid,
        -- Messages that it covers have changed since.
        is_stale boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now()
      )
    `)
    this.schema.raw('CREATE INDEX chat_summaries_of_session ON chat_summaries (chat_session_id, created_at)')
    this.schema.raw(`
      ALTER TABLE chat_settings
        ADD COLUMN summary_id uuid,
        ADD COLUMN summary_text text,
        ADD COLUMN summary_position integer,
        ADD COLUMN summary_up_to uuid,
        ADD COLUMN is_summary_on boolean NOT NULL DEFAULT true,
        ADD COLUMN is_summary_frozen boolean NOT NULL DEFAULT false,
        ADD COLUMN summary_job_id uuid,
        -- What the job should do: {tier, before, char, user, timeZone, isAnew}
        ADD COLUMN summary_request jsonb
    `)
  }

  override async down() {
    this.schema.raw(`
      ALTER TABLE chat_settings
        DROP COLUMN summary_id, DROP COLUMN summary_text, DROP COLUMN summary_position, DROP COLUMN summary_up_to,
        DROP COLUMN is_summary_on, DROP COLUMN is_summary_frozen, DROP COLUMN summary_job_id, DROP COLUMN summary_request
    `)
    this.schema.raw('DROP TABLE chat_summaries')
  }
}
