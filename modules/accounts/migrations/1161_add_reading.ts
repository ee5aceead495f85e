import { BaseSchema } from '@adonisjs/lucid/schema'

/** How chats look to a user. Null: as designed. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE users ADD COLUMN reading jsonb')
  }

  override async down() {
    this.schema.raw('ALTER TABLE users DROP COLUMN reading')
  }
}
