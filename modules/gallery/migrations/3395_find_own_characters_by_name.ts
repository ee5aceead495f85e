import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds the character that a card may update (`CardCharacters.findByOrigin`). The users who import most have thousands of characters. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      'CREATE INDEX characters_by_owner_and_name ON characters (created_by, name) WHERE deleted_at IS NULL'
    )
  }

  override async down() {
    this.schema.raw('DROP INDEX characters_by_owner_and_name')
  }
}
