import { BaseSchema } from '@adonisjs/lucid/schema'

/** Accounts that were deleted and have yet to be looked after once more, for what a call under way at that moment left behind. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE closed_accounts (
        user_id uuid NOT NULL,
        closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT closed_accounts_pkey PRIMARY KEY (user_id)
      )
    `)
  }

  override async down() {
    this.schema.dropTable('closed_accounts')
  }
}
