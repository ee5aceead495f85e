import { BaseSchema } from '@adonisjs/lucid/schema'

/** Users can switch off the regex scripts of a chat's character. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE chat_settings ADD COLUMN runs_scripts boolean NOT NULL DEFAULT true')
  }

  override async down() {
    this.schema.raw('ALTER TABLE chat_settings DROP COLUMN runs_scripts')
  }
}
