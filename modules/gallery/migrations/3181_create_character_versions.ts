import { BaseSchema } from '@adonisjs/lucid/schema'

const columns = ['name', 'nickname', 'description', 'personality', 'backstory', 'scenario', 'first_message', 'greeting']
const partTexts = ['example_dialogue', 'system_prompt', 'post_history_instructions']
const partLists = ['alternate_greetings', 'group_greetings']

/**
 * Versions of the texts that prompts may contain. The present version is the character itself; the table has the ones before. So each
 * character has its first version without a row, and neither it nor its chats are written again by this migration.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE characters ADD COLUMN version_number integer NOT NULL DEFAULT 1')
    this.schema.raw(`
      CREATE TABLE character_versions (
        character_id uuid NOT NULL CONSTRAINT character_versions_character REFERENCES characters (id) ON DELETE CASCADE,
        number integer NOT NULL,
        -- The next version began then.
        replaced_at timestamptz(3) NOT NULL DEFAULT now(),
        bytes integer NOT NULL,
        ${[...columns, ...partTexts].map((name) => `${name} text NOT NULL`).join(', ')},
        ${partLists.map((name) => `${name} text[] NOT NULL`).join(', ')},
        depth_note jsonb,
        CONSTRAINT character_versions_pkey PRIMARY KEY (character_id, number)
      )`)
    this.schema.raw(`
      CREATE FUNCTION gallery_refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'A version of a character never changes.'
          USING ERRCODE = 'restrict_violation', CONSTRAINT = 'character_versions_append_only', TABLE = TG_TABLE_NAME;
      END $$`)
    this.schema.raw(`
      CREATE TRIGGER character_versions_append_only BEFORE UPDATE ON character_versions
      FOR EACH STATEMENT EXECUTE FUNCTION gallery_refuse_rewriting()`)

    /*
     * A trigger, so that no writer can forget it. A change of the other table's texts counts the number up, before it writes them. The
     * size of a list is that in the table, which may be compressed.
     */
    this.schema.raw(`
      CREATE FUNCTION gallery_keep_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO character_versions (character_id, number, ${columns.join(', ')}, ${[...partTexts, ...partLists].join(', ')}, depth_note, bytes)
        SELECT OLD.id, OLD.version_number, ${columns.map((name) => `OLD.${name}`).join(', ')},
          ${partTexts.map((name) => `coalesce(parts.${name}, '')`).join(', ')},
          ${partLists.map((name) => `coalesce(parts.${name}, '{}')`).join(', ')}, parts.depth_note,
          ${columns.map((name) => `octet_length(OLD.${name})`).join(' + ')}
            + coalesce(${[...partTexts, ...partLists].map((name) => `pg_column_size(parts.${name})`).join(' + ')}, 0)
            + coalesce(pg_column_size(parts.depth_note), 0)
        FROM (SELECT) AS one LEFT JOIN character_parts AS parts ON parts.character_id = OLD.id;
        NEW.version_number := OLD.version_number + 1;
        RETURN NEW;
      END $$`)
    const versioned = [...columns, 'version_number']
    const all = (row: string) => `(${versioned.map((name) => `${row}.${name}`).join(', ')})`
    this.schema.raw(`
      CREATE TRIGGER characters_keep_version BEFORE UPDATE OF ${versioned.join(', ')} ON characters
      FOR EACH ROW WHEN (NEW.deleted_at IS NULL AND ${all('OLD')} IS DISTINCT FROM ${all('NEW')})
      EXECUTE FUNCTION gallery_keep_version()`)

    /*
     * Reads no row of versions for the present one: a condition on null ends an index scan before it begins. OFFSET 0 keeps both
     * conditions in that scan. Without it, the planner may read all versions of the character. A version that is gone is the present one.
     */
    const text = (key: string, column: string) => `'${key}', coalesce(v.${column}, c.${column})`
    this.schema.raw('DROP FUNCTION gallery_sheet(uuid, uuid, boolean, boolean)')
    this.schema.raw(`
      CREATE FUNCTION gallery_sheet(
        p_id uuid, p_viewer uuid, p_is_admin boolean, p_sees_adult boolean, p_version integer DEFAULT NULL
      ) RETURNS TABLE (sheet json, sight text, version integer) LANGUAGE sql STABLE AS $$
        SELECT
          json_build_object(
            'id', c.id, 'version', coalesce(v.number, c.version_number), ${text('name', 'name')}, ${text('nickname', 'nickname')},
            ${text('description', 'description')}, ${text('personality', 'personality')}, ${text('backstory', 'backstory')},
            ${text('scenario', 'scenario')}, ${text('greeting', 'greeting')}, ${text('firstMessage', 'first_message')}
          ),
          CASE
            WHEN NOT (c.is_public OR c.created_by = p_viewer OR p_is_admin) THEN 'hidden'
            WHEN c.is_nsfw AND NOT p_sees_adult AND c.created_by IS DISTINCT FROM p_viewer THEN 'adult_gate'
            ELSE 'visible'
          END,
          coalesce(v.number, c.version_number)
        FROM characters c
        LEFT JOIN LATERAL (
          SELECT * FROM character_versions WHERE character_id = c.id AND number = nullif(p_version, c.version_number) OFFSET 0
        ) v ON true
        WHERE c.id = p_id AND c.deleted_at IS NULL
      $$`)

    this.schema.raw(emptyFunction('DELETE FROM character_versions WHERE character_id = ANY (p_ids);'))
  }

  override async down() {
    this.schema.raw(emptyFunction(''))
    this.schema.raw('DROP FUNCTION gallery_sheet(uuid, uuid, boolean, boolean, integer)')
    this.schema.raw(`
      CREATE FUNCTION gallery_sheet(p_id uuid, p_viewer uuid, p_is_admin boolean, p_sees_adult boolean)
      RETURNS TABLE (sheet json, sight text) LANGUAGE sql STABLE AS $$
        SELECT
          json_build_object(
            'id', id, 'name', name, 'nickname', nickname, 'description', description, 'personality', personality,
            'backstory', backstory, 'scenario', scenario, 'greeting', greeting, 'firstMessage', first_message
          ),
          CASE
            WHEN NOT (is_public OR created_by = p_viewer OR p_is_admin) THEN 'hidden'
            WHEN is_nsfw AND NOT p_sees_adult AND created_by IS DISTINCT FROM p_viewer THEN 'adult_gate'
            ELSE 'visible'
          END
        FROM characters WHERE id = p_id AND deleted_at IS NULL
      $$`)
    this.schema.raw('DROP TRIGGER characters_keep_version ON characters')
    this.schema.raw('DROP TABLE character_versions')
    this.schema.raw('DROP FUNCTION gallery_keep_version(), gallery_refuse_rewriting()')
    this.schema.raw('ALTER TABLE characters DROP COLUMN version_number')
  }
}

/** Deleted characters keep no version, so none is made here. */
const emptyFunction = (more: string) => `
  CREATE OR REPLACE FUNCTION gallery_empty_characters(p_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE characters SET
      deleted_at = coalesce(deleted_at, now()), name = 'Deleted Character', nickname = '', description = '', avatar = NULL,
      avatar_focus = NULL, background = NULL, category = 'General', tags = '{}', backstory = '', personality = '',
      first_message = '', greeting = '', scenario = ''
    WHERE id = ANY (p_ids);
    DELETE FROM character_parts WHERE character_id = ANY (p_ids);
    ${more}
  END $$`
