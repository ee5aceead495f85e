import { BaseSchema } from '@adonisjs/lucid/schema'

/** Dates the hashes of lorebook files, so that the oldest ones of an owner can be removed. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      'ALTER TABLE card_lorebook_files ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()'
    )
    this.schema.raw('CREATE INDEX card_lorebook_files_by_age ON card_lorebook_files (owner_id, created_at)')
  }

  override async down() {
    this.schema.raw('ALTER TABLE card_lorebook_files DROP COLUMN created_at')
  }
}
