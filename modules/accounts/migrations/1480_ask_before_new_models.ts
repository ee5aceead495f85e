import { BaseSchema } from '@adonisjs/lucid/schema'

/** Whether a user is asked before another model answers in a chat. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE users ADD COLUMN asks_before_new_models boolean NOT NULL DEFAULT false')
  }

  override async down() {
    this.schema.raw('ALTER TABLE users DROP COLUMN asks_before_new_models')
  }
}
