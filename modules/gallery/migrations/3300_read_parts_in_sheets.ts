import { BaseSchema } from '@adonisjs/lucid/schema'

const columns = [
  ['name', 'name'],
  ['nickname', 'nickname'],
  ['description', 'description'],
  ['personality', 'personality'],
  ['backstory', 'backstory'],
  ['scenario', 'scenario'],
  ['greeting', 'greeting'],
  ['firstMessage', 'first_message'],
]
const partColumns = [
  ['exampleDialogue', 'example_dialogue'],
  ['systemPrompt', 'system_prompt'],
  ['postHistoryInstructions', 'post_history_instructions'],
]

/** Sheets get the parts of characters that prompts contain: texts of the version, and the present lorebooks with their owner. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      sheetFunction(
        `${partColumns.map(([key, column]) => `'${key}', coalesce(v.${column}, p.${column}, '')`).join(', ')},
            'depthNote', CASE WHEN v.number IS NULL THEN p.depth_note ELSE v.depth_note END,
            'lorebookIds', coalesce(p.lorebook_ids, '{}'::uuid[]), 'ownerId', c.created_by, 'definitionPublic', c.definition_public, `,
        `LEFT JOIN LATERAL (
          SELECT example_dialogue, system_prompt, post_history_instructions, depth_note, lorebook_ids
          FROM character_parts WHERE character_id = c.id OFFSET 0
        ) p ON true`
      )
    )
  }

  override async down() {
    this.schema.raw(sheetFunction('', ''))
  }
}

const sheetFunction = (moreTexts: string, moreTables: string) => `
  CREATE OR REPLACE FUNCTION gallery_sheet(
    p_id uuid, p_viewer uuid, p_is_admin boolean, p_sees_adult boolean, p_version integer DEFAULT NULL
  ) RETURNS TABLE (sheet json, sight text, version integer) LANGUAGE sql STABLE AS $$
    SELECT
      json_build_object(
        'id', c.id, 'version', coalesce(v.number, c.version_number), ${moreTexts}
        ${columns.map(([key, column]) => `'${key}', coalesce(v.${column}, c.${column})`).join(', ')}
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
    ${moreTables}
    WHERE c.id = p_id AND c.deleted_at IS NULL
  $$`
