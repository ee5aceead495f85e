import { BaseSchema } from '@adonisjs/lucid/schema'

/** How replies to a user are written: the name of a preset, or values. Null: as the model's tier says. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE users ADD COLUMN sampling jsonb')
  }

  override async down() {
    this.schema.raw('ALTER TABLE users DROP COLUMN sampling')
  }
}
