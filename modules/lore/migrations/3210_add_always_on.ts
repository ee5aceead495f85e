import { BaseSchema } from '@adonisjs/lucid/schema'

/** Marks lorebooks whose entries can join all chats of their owner. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`ALTER TABLE lorebooks ADD COLUMN always_on boolean NOT NULL DEFAULT false`)
  }

  override async down() {
    this.schema.raw(`ALTER TABLE lorebooks DROP COLUMN always_on`)
  }
}
