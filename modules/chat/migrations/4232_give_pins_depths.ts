import { BaseSchema } from '@adonisjs/lucid/schema'

/** The depths of pinned facts by their texts: how many messages stand behind them. A fact without one stands before all messages. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE chat_settings ADD COLUMN pin_depths jsonb')
  }

  override async down() {
    this.schema.raw('ALTER TABLE chat_settings DROP COLUMN pin_depths')
  }
}
