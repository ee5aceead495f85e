import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The greetings of a version: the first message, then the alternate ones. As in `gallery_sheet`, a version that is null or gone is the
 * present one. Null for a deleted character.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE FUNCTION gallery_greetings(p_id uuid, p_version integer) RETURNS text[] LANGUAGE sql STABLE AS $$
        SELECT
          ARRAY[coalesce(
            nullif(CASE WHEN v.number IS NULL THEN c.first_message ELSE v.first_message END, ''),
            CASE WHEN v.number IS NULL THEN c.greeting ELSE v.greeting END
          )] || CASE WHEN v.number IS NULL THEN p.alternate_greetings ELSE v.alternate_greetings END
        FROM characters c
        LEFT JOIN LATERAL (
          SELECT * FROM character_versions WHERE character_id = c.id AND number = nullif(p_version, c.version_number) OFFSET 0
        ) v ON true
        LEFT JOIN LATERAL (SELECT alternate_greetings FROM character_parts WHERE character_id = c.id OFFSET 0) p ON true
        WHERE c.id = p_id AND c.deleted_at IS NULL
      $$`)
  }

  override async down() {
    this.schema.raw('DROP FUNCTION gallery_greetings')
  }
}
