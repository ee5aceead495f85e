import { BaseSchema } from '@adonisjs/lucid/schema'

/** Whether answers that reach their maximum length end at a whole sentence. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE chat_settings ADD COLUMN ends_whole boolean NOT NULL DEFAULT false')
  }

  override async down() {
    this.schema.raw('ALTER TABLE chat_settings DROP COLUMN ends_whole')
  }
}
