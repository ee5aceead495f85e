import { BaseSchema } from '@adonisjs/lucid/schema'

/** The names that other users see. No row for a deleted account. Simple enough for PostgreSQL to inline it. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE FUNCTION accounts_public_names(p_user uuid) RETURNS TABLE (username text, first_name text)
      LANGUAGE sql STABLE AS $$
        SELECT username, first_name FROM users WHERE id = p_user
      $$`)
  }

  override async down() {
    this.schema.raw(`DROP FUNCTION accounts_public_names(uuid)`)
  }
}
