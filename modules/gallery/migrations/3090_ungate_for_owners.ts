import { BaseSchema } from '@adonisjs/lucid/schema'

/** An adult character is ungated for its owner, as in `src/domain/visibility.ts`. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(sheetFunction('is_nsfw AND NOT p_sees_adult AND created_by IS DISTINCT FROM p_viewer'))
  }

  override async down() {
    this.schema.raw(sheetFunction('is_nsfw AND NOT p_sees_adult'))
  }
}

const sheetFunction = (gated: string) => `
  CREATE OR REPLACE FUNCTION gallery_sheet(p_id uuid, p_viewer uuid, p_is_admin boolean, p_sees_adult boolean)
  RETURNS TABLE (sheet json, sight text) LANGUAGE sql STABLE AS $$
    SELECT
      json_build_object(
        'id', id, 'name', name, 'description', description, 'personality', personality, 'backstory', backstory,
        'scenario', scenario, 'greeting', greeting, 'firstMessage', first_message
      ),
      CASE
        WHEN NOT (is_public OR created_by = p_viewer OR p_is_admin) THEN 'hidden'
        WHEN ${gated} THEN 'adult_gate'
        ELSE 'visible'
      END
    FROM characters WHERE id = p_id AND deleted_at IS NULL
  $$`
