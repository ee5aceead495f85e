import { BaseSchema } from '@adonisjs/lucid/schema'

/** The hosts whose pictures in messages a user has chosen to show. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`ALTER TABLE users ADD COLUMN picture_hosts jsonb NOT NULL DEFAULT '[]'`)
  }

  override async down() {
    this.schema.raw('ALTER TABLE users DROP COLUMN picture_hosts')
  }
}
