import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * `opening_line` holds the beginning of the first message as written. What lists show of it is decided in one place, in TypeScript
 * (`domain/opening_line.ts`), which knows macros. Processes of the release before show the beginning.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE FUNCTION gallery_opening(first_message text, greeting text) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN left(btrim(regexp_replace(
        left(CASE WHEN btrim(first_message, E' \\t\\n\\r') <> '' THEN first_message ELSE greeting END, 1000), '\\s+', ' ', 'g')), 480)`)
    this.schema.raw(
      `ALTER TABLE characters ALTER COLUMN opening_line SET EXPRESSION AS (gallery_opening(first_message, greeting))`
    )
    this.schema.raw(`DROP FUNCTION gallery_opening_line`)
  }

  override async down() {
    // As in 3110.
    this.schema.raw(`
      CREATE FUNCTION gallery_opening_line(first_message text, greeting text) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN (
        SELECT CASE
          WHEN char_length(line) <= 160 THEN line
          ELSE coalesce(
            substring(line FROM '^(.{1,156}[.!\\u003f…]["”’»)]{0,3})\\s'),
            regexp_replace(left(line, 159), '\\s+\\S*$', '') || '…')
        END
        FROM (
          SELECT left(btrim(regexp_replace(replace(opening, '*', ''), '\\s+', ' ', 'g')), 163) AS line
          FROM (
            SELECT left(CASE WHEN btrim(first_message, E' \\t\\n\\r') <> '' THEN first_message ELSE greeting END, 1000) AS opening
          ) AS openings
        ) AS lines)`)
    this.schema.raw(
      `ALTER TABLE characters ALTER COLUMN opening_line SET EXPRESSION AS (gallery_opening_line(first_message, greeting))`
    )
    this.schema.raw(`DROP FUNCTION gallery_opening`)
  }
}
