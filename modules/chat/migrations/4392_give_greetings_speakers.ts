import { BaseSchema } from '@adonisjs/lucid/schema'

/** The greetings of a group chat are alternates by different characters. Null for all other answers: the author of their message. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE chat_message_alternates ADD COLUMN character_id uuid, ADD COLUMN speaker text')
  }

  override async down() {
    this.schema.raw('ALTER TABLE chat_message_alternates DROP COLUMN character_id, DROP COLUMN speaker')
  }
}
