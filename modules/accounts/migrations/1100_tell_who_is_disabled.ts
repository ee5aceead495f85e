import { BaseSchema } from '@adonisjs/lucid/schema'

/** For the statements of other modules that must know it as it is now, and not as it was when a call was let in. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE FUNCTION accounts_is_disabled(p_user uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT EXISTS (SELECT FROM users WHERE id = p_user AND disabled_at IS NOT NULL)
      $$
    `)
  }

  override async down() {
    this.schema.raw(`DROP FUNCTION accounts_is_disabled(uuid)`)
  }
}
