import { BaseSchema } from '@adonisjs/lucid/schema'

/** A removed comment stays for a while, out of sight, so that its removal can be undone. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`ALTER TABLE character_comments ADD COLUMN removed_at timestamptz, ADD COLUMN removed_by uuid`)
    this.schema.raw(
      `CREATE INDEX character_comments_removed ON character_comments (removed_at) WHERE removed_at IS NOT NULL`
    )
  }

  override async down() {
    this.schema.raw(`ALTER TABLE character_comments DROP COLUMN removed_at, DROP COLUMN removed_by`)
  }
}
