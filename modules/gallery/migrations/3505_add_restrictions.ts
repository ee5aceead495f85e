import { BaseSchema } from '@adonisjs/lucid/schema'

/** What moderators did to characters and comments, so that it lasts and can be undone. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE character_restrictions (
        character_id uuid NOT NULL
          CONSTRAINT character_restrictions_character REFERENCES characters (id) ON DELETE CASCADE,
        kind text NOT NULL CONSTRAINT character_restrictions_kind_known CHECK (kind IN ('hidden', 'adult', 'removed')),
        -- Whether the character was public, or adult, before.
        was_set boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT character_restrictions_pkey PRIMARY KEY (character_id, kind)
      )`)
    // A comment that moderators removed stays until then, because its author may appeal.
    this.schema.raw('ALTER TABLE character_comments ADD COLUMN kept_until timestamptz')
  }

  override async down() {
    this.schema.raw('ALTER TABLE character_comments DROP COLUMN kept_until')
    this.schema.raw('DROP TABLE character_restrictions')
  }
}
