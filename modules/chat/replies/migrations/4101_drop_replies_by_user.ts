import { BaseSchema } from '@adonisjs/lucid/schema'

/** The primary key finds the latest replies of a user, because their ids are ordered by time. Every reply wrote this index twice. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('DROP INDEX replies_by_user')
  }

  override async down() {
    this.schema.raw('CREATE INDEX replies_by_user ON replies (user_id, created_at DESC)')
  }
}
