import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Marks the public characters of disabled accounts. They are private while the account is disabled, so every query that hides private
 * characters hides them, too.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE characters ADD COLUMN is_withdrawn boolean NOT NULL DEFAULT false')
    this.schema.raw(`
      UPDATE characters SET is_public = false, is_withdrawn = true
      WHERE is_public AND deleted_at IS NULL AND accounts_is_disabled(created_by)`)
  }

  override async down() {
    this.schema.raw('UPDATE characters SET is_public = true WHERE is_withdrawn')
    this.schema.raw('ALTER TABLE characters DROP COLUMN is_withdrawn')
  }
}
