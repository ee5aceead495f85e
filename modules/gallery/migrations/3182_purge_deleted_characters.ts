import { BaseSchema } from '@adonisjs/lucid/schema'

/** When the texts of a deleted character were purged. The index has the rows to purge only. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE characters ADD COLUMN purged_at timestamptz(3)')
    this.schema.raw(`
      CREATE INDEX characters_to_purge ON characters (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL`)
  }

  override async down() {
    this.schema.raw('DROP INDEX characters_to_purge')
    this.schema.raw('ALTER TABLE characters DROP COLUMN purged_at')
  }
}
