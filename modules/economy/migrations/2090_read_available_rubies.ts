import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The available rubies of a user, as a row, so that PostgreSQL inlines it. No row without an account. A statement that holds rubies for
 * several users reads this first, because a refusal of `ledger_hold` would undo all of them.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE FUNCTION ledger_available(p_user uuid) RETURNS TABLE (rubies bigint) LANGUAGE sql STABLE AS $$
        SELECT balance - held FROM ruby_accounts WHERE user_id = p_user
      $$
    `)
  }

  override async down() {
    this.schema.raw('DROP FUNCTION ledger_available(uuid)')
  }
}
