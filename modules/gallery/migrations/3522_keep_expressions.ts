import { BaseSchema } from '@adonisjs/lucid/schema'

const texts = ['name', 'nickname', 'description', 'personality', 'backstory', 'scenario', 'first_message', 'greeting']
const partTexts = ['example_dialogue', 'system_prompt', 'post_history_instructions']
const partLists = ['alternate_greetings', 'group_greetings']

/** Null without the expressions, which versions of the previous release don't have. */
const keepVersion = (expressions: string | null) => `
  CREATE OR REPLACE FUNCTION gallery_keep_version() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO character_versions (character_id, number, ${[...texts, ...partTexts, ...partLists].join(', ')}, depth_note, bytes${expressions === null ? '' : ', expressions'})
    SELECT OLD.id, OLD.version_number, ${texts.map((name) => `OLD.${name}`).join(', ')},
      ${partTexts.map((name) => `coalesce(parts.${name}, '')`).join(', ')},
      ${partLists.map((name) => `coalesce(parts.${name}, '{}')`).join(', ')}, parts.depth_note,
      ${texts.map((name) => `octet_length(OLD.${name})`).join(' + ')}
        + coalesce(${[...partTexts, ...partLists].map((name) => `pg_column_size(parts.${name})`).join(' + ')}, 0)
        + coalesce(pg_column_size(parts.depth_note), 0)${expressions === null ? '' : ` + pg_column_size(faces.list), faces.list`}
    FROM (SELECT) AS one LEFT JOIN character_parts AS parts ON parts.character_id = OLD.id${expressions ?? ''};
    NEW.version_number := OLD.version_number + 1;
    RETURN NEW;
  END $$`

const expressions = `
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(asset ORDER BY at), '[]') AS list
      FROM jsonb_array_elements(parts.assets) WITH ORDINALITY AS listed (asset, at)
      WHERE asset ->> 'type' IN ('emotion', 'x-risu-asset')
    ) AS faces`

/** An earlier version has the expressions of its time. Null: it is from before this migration, and has the present ones. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('ALTER TABLE character_versions ADD COLUMN expressions jsonb')
    this.schema.raw(keepVersion(expressions))
  }

  override async down() {
    this.schema.raw(keepVersion(null))
    this.schema.raw('ALTER TABLE character_versions DROP COLUMN expressions')
  }
}
