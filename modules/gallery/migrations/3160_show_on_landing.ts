import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Whether visitors see a character on the landing page. Null: no admin has decided; the built-in ones become true when a server starts.
 * The index has the rows of the landing page only.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE characters ADD COLUMN on_landing boolean')
    this.schema.raw(`
      CREATE INDEX characters_on_landing ON characters (popularity DESC, id DESC)
      WHERE on_landing AND is_public AND NOT is_nsfw AND deleted_at IS NULL`)
  }

  override async down() {
    this.schema.raw('DROP INDEX characters_on_landing')
    this.schema.raw('ALTER TABLE characters DROP COLUMN on_landing')
  }
}
