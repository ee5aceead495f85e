import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The models that have answered for each tier, in order. `since` is null for the first one known. `reason` is the admin's reason for the
 * change. A chat remembers the changes that its user has seen, and has accepted.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE chat_tier_models (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        tier text NOT NULL,
        model_id text NOT NULL,
        since timestamptz,
        reason text,
        CONSTRAINT chat_tier_models_reason_bounded CHECK (char_length(reason) BETWEEN 1 AND 300)
      )`)
    this.schema.raw('CREATE INDEX chat_tier_models_newest ON chat_tier_models (tier, id)')
    this.schema.raw('ALTER TABLE chat_sessions ADD COLUMN seen_change integer, ADD COLUMN accepted_change integer')
  }

  override async down() {
    this.schema.raw('ALTER TABLE chat_sessions DROP COLUMN seen_change, DROP COLUMN accepted_change')
    this.schema.raw('DROP TABLE chat_tier_models')
  }
}
