import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The parts of the file that the import stored: the addresses of its pictures, and whether it stored a lorebook. An export compares them with the
 * present character, to know which parts of the file are still in use. Null for earlier imports.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE card_originals ADD COLUMN stored jsonb')
  }

  override async down() {
    this.schema.raw('ALTER TABLE card_originals DROP COLUMN stored')
  }
}
