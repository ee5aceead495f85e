import { BaseSchema } from '@adonisjs/lucid/schema'

/** Every reply asks for them, and few users have any. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('CREATE INDEX lorebooks_always_on ON lorebooks (owner_id) WHERE always_on')
    this.schema.raw(`
      CREATE FUNCTION lore_always_on(p_owner uuid) RETURNS uuid[] LANGUAGE sql STABLE AS $$
        SELECT ARRAY(SELECT id FROM lorebooks WHERE owner_id = p_owner AND always_on ORDER BY id)
      $$`)
  }

  override async down() {
    this.schema.raw('DROP FUNCTION lore_always_on(uuid)')
    this.schema.raw('DROP INDEX lorebooks_always_on')
  }
}
