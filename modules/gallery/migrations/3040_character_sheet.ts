import { BaseSchema } from '@adonisjs/lucid/schema'

/*
 * A character whole, as `CharacterSheet` has it, and what the viewer may see of it, for whoever writes with it. A function, so
 * that a reply can read it in the same round trip as its chat; one row or none, and simple enough for PostgreSQL to inline.
 * `src/domain/visibility.ts` is the same rule for lists and pages; one table of cases tests both.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE FUNCTION gallery_sheet(p_id uuid, p_viewer uuid, p_is_admin boolean, p_sees_adult boolean)
      RETURNS TABLE (sheet json, sight text) LANGUAGE sql STABLE AS $$
        SELECT
          json_build_object(
            'id', id, 'name', name, 'description', description, 'personality', personality, 'backstory', backstory,
            'scenario', scenario, 'greeting', greeting, 'firstMessage', first_message
          ),
          CASE
            WHEN NOT (is_public OR created_by = p_viewer OR p_is_admin) THEN 'hidden'
            WHEN is_nsfw AND NOT p_sees_adult THEN 'adult_gate'
            ELSE 'visible'
          END
        FROM characters WHERE id = p_id AND deleted_at IS NULL
      $$
    `)
  }

  override async down() {
    this.schema.raw('DROP FUNCTION gallery_sheet(uuid, uuid, boolean, boolean)')
  }
}
