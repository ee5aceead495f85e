import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The parts of a character that cards have. Short ones that lists and prompts need are columns of `characters`: with constant defaults,
 * so that the table isn't rewritten. The long ones are in a table of their own, which only characters with such parts have a row in.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      ALTER TABLE characters
        ADD COLUMN nickname text NOT NULL DEFAULT '',
        ADD COLUMN allow_forks boolean NOT NULL DEFAULT false,
        ADD COLUMN definition_public boolean NOT NULL DEFAULT true`)
    this.schema.raw(`
      CREATE TABLE character_parts (
        character_id uuid CONSTRAINT character_parts_pkey PRIMARY KEY
          CONSTRAINT character_parts_character REFERENCES characters (id) ON DELETE CASCADE,
        alternate_greetings text[] NOT NULL,
        group_greetings text[] NOT NULL,
        example_dialogue text NOT NULL,
        system_prompt text NOT NULL,
        post_history_instructions text NOT NULL,
        depth_note jsonb,
        creator_notes jsonb,
        creator_name text NOT NULL,
        card_version text NOT NULL,
        source text[] NOT NULL,
        lorebook_ids uuid[] NOT NULL,
        assets jsonb NOT NULL
      )`)

    this.schema.raw(sheetFunction(`'nickname', nickname, `))

    /* Keeps the row, because chats and forks point at it. Deleted first, so that nothing keeps its texts. */
    this.schema.raw(`
      CREATE FUNCTION gallery_empty_characters(p_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE characters SET
          deleted_at = coalesce(deleted_at, now()), name = 'Deleted Character', nickname = '', description = '', avatar = NULL,
          avatar_focus = NULL, background = NULL, category = 'General', tags = '{}', backstory = '', personality = '',
          first_message = '', greeting = '', scenario = ''
        WHERE id = ANY (p_ids);
        DELETE FROM character_parts WHERE character_id = ANY (p_ids);
      END $$`)

    this.schema.raw(
      forgetFunction(`
        PERFORM gallery_empty_characters(ARRAY(SELECT id FROM characters WHERE id = ANY (v_written)));
        UPDATE characters SET created_by = v_nobody WHERE id = ANY (v_written);`)
    )
  }

  override async down() {
    this.schema.raw(
      forgetFunction(`
        UPDATE characters SET
          deleted_at = coalesce(deleted_at, now()), created_by = v_nobody, name = 'Deleted Character', description = '', avatar = NULL,
          background = NULL, category = 'General', tags = '{}', backstory = '', personality = '', first_message = '', greeting = '',
          scenario = ''
        WHERE id = ANY (v_written) AND is_public;`)
    )
    this.schema.raw('DROP FUNCTION gallery_empty_characters(uuid[])')
    this.schema.raw(sheetFunction(''))
    this.schema.raw('DROP TABLE character_parts')
    this.schema.raw(
      'ALTER TABLE characters DROP COLUMN nickname, DROP COLUMN allow_forks, DROP COLUMN definition_public'
    )
  }
}

const sheetFunction = (more: string) => `
  CREATE OR REPLACE FUNCTION gallery_sheet(p_id uuid, p_viewer uuid, p_is_admin boolean, p_sees_adult boolean)
  RETURNS TABLE (sheet json, sight text) LANGUAGE sql STABLE AS $$
    SELECT
      json_build_object(
        'id', id, 'name', name, ${more}'description', description, 'personality', personality, 'backstory', backstory,
        'scenario', scenario, 'greeting', greeting, 'firstMessage', first_message
      ),
      CASE
        WHEN NOT (is_public OR created_by = p_viewer OR p_is_admin) THEN 'hidden'
        WHEN is_nsfw AND NOT p_sees_adult AND created_by IS DISTINCT FROM p_viewer THEN 'adult_gate'
        ELSE 'visible'
      END
    FROM characters WHERE id = p_id AND deleted_at IS NULL
  $$`

/** As in 3070, but for the public characters. */
const forgetFunction = (emptyPublic: string) => `
  CREATE OR REPLACE FUNCTION gallery_forget_person(p_user uuid) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    v_nobody constant uuid := '00000000-0000-0000-0000-000000000000';
    v_written uuid[];
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('gallery.fold', 0));
    SELECT array_agg(id) INTO v_written FROM characters WHERE created_by = p_user;
    PERFORM FROM character_counters WHERE character_id IN (
      SELECT unnest(v_written) UNION SELECT character_id FROM character_likes WHERE user_id = p_user
    ) ORDER BY character_id FOR UPDATE;

    WITH taken AS (
      DELETE FROM character_likes WHERE user_id = p_user RETURNING character_id
    ), counted AS (
      UPDATE character_counters c SET likes = c.likes - 1 FROM taken WHERE c.character_id = taken.character_id
    )
    INSERT INTO character_counter_increments SELECT character_id, 0 FROM taken;

    DELETE FROM character_comments WHERE user_id = p_user;
    DELETE FROM characters WHERE id = ANY (v_written) AND NOT is_public;
    ${emptyPublic}

    -- The second call folds what this one counts off.
    DELETE FROM character_tags WHERE uses = 0 AND open_uses = 0;
  END $$`
