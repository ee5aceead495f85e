import { BaseSchema } from '@adonisjs/lucid/schema'

/*
 * A character whole, as `CharacterSheet` has it, for whoever writes with it. A function, so that a reply can read it in the same
 * round trip as its chat; one row or none, and simple enough for PostgreSQL to inline.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE FUNCTION gallery_sheet(p_id uuid) RETURNS TABLE (sheet json) LANGUAGE sql STABLE AS $$
        SELECT json_build_object(
          'id', id, 'name', name, 'description', description, 'personality', personality, 'backstory', backstory,
          'scenario', scenario, 'greeting', greeting, 'firstMessage', first_message,
          'isNsfw', is_nsfw, 'isPublic', is_public, 'createdBy', created_by
        ) FROM characters WHERE id = p_id AND deleted_at IS NULL
      $$
    `)
  }

  override async down() {
    this.schema.raw('DROP FUNCTION gallery_sheet(uuid)')
  }
}
