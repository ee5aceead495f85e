import { BaseSchema } from '@adonisjs/lucid/schema'

const emptied = (tables: readonly string[]) => `
  CREATE OR REPLACE FUNCTION gallery_empty_characters(p_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE characters SET
      deleted_at = coalesce(deleted_at, now()), name = 'Deleted Character', nickname = '', description = '', avatar = NULL,
      avatar_focus = NULL, background = NULL, category = 'General', tags = '{}', backstory = '', personality = '',
      first_message = '', greeting = '', scenario = ''
    WHERE id = ANY (p_ids);
    ${tables.map((table) => `DELETE FROM ${table} WHERE character_id = ANY (p_ids);`).join('\n    ')}
  END $$`

/** The regex scripts of cards. Few characters have any, and they seldom change, so a row holds from its version until the next row. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE character_scripts (
        character_id uuid NOT NULL CONSTRAINT character_scripts_character REFERENCES characters (id) ON DELETE CASCADE,
        from_version integer NOT NULL,
        scripts jsonb NOT NULL,
        CONSTRAINT character_scripts_pkey PRIMARY KEY (character_id, from_version)
      )`)
    // A version that is null is the present one.
    this.schema.raw(`
      CREATE FUNCTION gallery_scripts(p_id uuid, p_version integer) RETURNS jsonb LANGUAGE sql STABLE AS $$
        SELECT scripts FROM character_scripts WHERE character_id = p_id AND from_version <= coalesce(p_version, 2147483647)
        ORDER BY from_version DESC LIMIT 1
      $$`)
    this.schema.raw(emptied(['character_parts', 'character_versions', 'character_scripts']))
  }

  override async down() {
    this.schema.raw(emptied(['character_parts', 'character_versions']))
    this.schema.raw('DROP FUNCTION gallery_scripts')
    this.schema.raw('DROP TABLE character_scripts')
  }
}
