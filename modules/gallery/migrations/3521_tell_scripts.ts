import { BaseSchema } from '@adonisjs/lucid/schema'

const sheet = (hasScripts: string) => `
      CREATE OR REPLACE FUNCTION gallery_sheet(
        p_id uuid, p_viewer uuid, p_is_admin boolean, p_sees_adult boolean, p_version integer DEFAULT NULL
      ) RETURNS TABLE (sheet json, sight text, version integer) LANGUAGE sql STABLE AS $$
        SELECT
          json_build_object(
            'id', c.id, 'version', coalesce(v.number, c.version_number),
            'name', coalesce(v.name, c.name), 'nickname', coalesce(v.nickname, c.nickname),
            'description', coalesce(v.description, c.description), 'personality', coalesce(v.personality, c.personality),
            'backstory', coalesce(v.backstory, c.backstory), 'scenario', coalesce(v.scenario, c.scenario),
            'greeting', coalesce(v.greeting, c.greeting), 'firstMessage', coalesce(v.first_message, c.first_message),
            'exampleDialogue', coalesce(v.example_dialogue, p.example_dialogue, ''),
            'systemPrompt', coalesce(v.system_prompt, p.system_prompt, ''),
            'postHistoryInstructions', coalesce(v.post_history_instructions, p.post_history_instructions, ''),
            'depthNote', CASE WHEN v.number IS NULL THEN p.depth_note ELSE v.depth_note END,
            'lorebookIds', coalesce(p.lorebook_ids, '{}'::uuid[]), 'ownerId', c.created_by, 'tags', c.tags,
            'definitionPublic', c.definition_public, 'allowForks', c.allow_forks,
            'teaser', CASE WHEN coalesce(c.description_is_teaser, p.has_notes) THEN CASE WHEN p.has_notes THEN 'notes' ELSE 'written' END END${hasScripts}
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
        LEFT JOIN LATERAL (
          SELECT example_dialogue, system_prompt, post_history_instructions, depth_note, lorebook_ids,
            coalesce(creator_notes ->> 'text', '') <> '' AS has_notes
          FROM character_parts WHERE character_id = c.id OFFSET 0
        ) p ON true
        WHERE c.id = p_id AND c.deleted_at IS NULL
      $$`

/** A sheet says whether its character has scripts, so that replies of all others need no query for them. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      sheet(`,
            'hasScripts', EXISTS (SELECT FROM character_scripts WHERE character_id = c.id OFFSET 0)`)
    )
  }

  override async down() {
    this.schema.raw(sheet(''))
  }
}
