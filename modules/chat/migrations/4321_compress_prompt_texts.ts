import { BaseSchema } from '@adonisjs/lucid/schema'

/** Long texts are compressed in their row, instead of in a row of another table each. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE prompt_texts ALTER COLUMN text SET STORAGE main')
  }

  override async down() {
    this.schema.raw('ALTER TABLE prompt_texts ALTER COLUMN text SET STORAGE extended')
  }
}
