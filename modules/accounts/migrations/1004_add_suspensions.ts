import { BaseSchema } from '@adonisjs/lucid/schema'

/** Accounts that are disabled for a time. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE users ADD COLUMN disabled_until timestamptz')
    this.schema.raw('CREATE INDEX users_suspended ON users (disabled_until) WHERE disabled_until IS NOT NULL')
  }

  override async down() {
    this.schema.raw('ALTER TABLE users DROP COLUMN disabled_until')
  }
}
