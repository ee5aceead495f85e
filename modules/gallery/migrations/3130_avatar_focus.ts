import { BaseSchema } from '@adonisjs/lucid/schema'

/** The point of the avatar that crops keep in view: `{"x": 0.5, "y": 0.3}`. Null for a picture without one. */
export default class extends BaseSchema {
  override async up() {
    // Not validated: the column is new, so no row can break the rule, and a scan would lock a large table.
    this.schema.raw(`
      ALTER TABLE characters
        ADD COLUMN avatar_focus jsonb,
        ADD CONSTRAINT characters_avatar_focus_within CHECK (
          (avatar_focus ->> 'x')::float8 BETWEEN 0 AND 1 AND (avatar_focus ->> 'y')::float8 BETWEEN 0 AND 1
        ) NOT VALID`)
  }

  override async down() {
    this.schema.raw(`ALTER TABLE characters DROP COLUMN avatar_focus`)
  }
}
