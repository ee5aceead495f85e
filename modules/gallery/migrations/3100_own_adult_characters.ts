import { BaseSchema } from '@adonisjs/lucid/schema'

/** Searches include the descriptions of the viewer's own public adult characters, even with adult content off. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE INDEX characters_own_adult ON characters (created_by)
      WHERE is_public AND is_nsfw AND deleted_at IS NULL`)
  }

  override async down() {
    this.schema.raw(`DROP INDEX characters_own_adult`)
  }
}
