import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Further hashes by which a card is known: those of a character's earlier files and texts, and of its address in another app. The owner
 * comes first, because a popular card is in many accounts.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE card_known_hashes (
        owner_id uuid NOT NULL,
        hash bytea NOT NULL CONSTRAINT card_known_hashes_hash CHECK (octet_length(hash) = 32),
        character_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT card_known_hashes_pkey PRIMARY KEY (owner_id, hash, character_id)
      )`)
    this.schema.raw('CREATE INDEX card_known_hashes_by_character ON card_known_hashes (character_id, created_at)')
  }

  override async down() {
    this.schema.raw('DROP TABLE card_known_hashes')
  }
}
