import { BaseSchema } from '@adonisjs/lucid/schema'

/** The ancestors of a fork, the first one first. Null for a character that isn't a fork. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE characters ADD COLUMN forked_from uuid[]')
  }

  override async down() {
    this.schema.raw('ALTER TABLE characters DROP COLUMN forked_from')
  }
}
