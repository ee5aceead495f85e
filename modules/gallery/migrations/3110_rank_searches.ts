import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Columns for ranked searches, opening lines and trends. Rewrites the table once.
 *
 * `start_keys` now has one key for the complete name (marked with chr 29), keys for the beginnings of the name (chr 30) and keys for the
 * beginnings of its later words. They are separate, so that the planner knows how many characters each rank of a search has.
 */
export default class extends BaseSchema {
  override async up() {
    /* Words after the twelfth are left out, because the keys of a row must fit into an index entry. */
    this.schema.raw(`
      CREATE FUNCTION gallery_name_keys(name text) RETURNS bigint[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY(
        SELECT DISTINCT hashtextextended(key, 0)
        FROM (
          SELECT chr(29) || lower(name)
          UNION ALL
          SELECT CASE WHEN first = 1 THEN chr(30) ELSE '' END || substr(lower(name), first, length)
          FROM (
            SELECT first FROM generate_series(1, char_length(lower(name))) AS first
            WHERE first = 1
              OR (substr(lower(name), first, 1) !~ '\\s' AND substr(lower(name), first - 1, 1) ~ '[\\s[:punct:]]')
            ORDER BY first LIMIT 12
          ) AS words, generate_series(1, 10) AS length
          WHERE first + length - 1 <= char_length(lower(name))
        ) AS keys (key))`)

    /*
     * Complete sentences of the opening, without asterisks. A longer sentence ends at a word, with an ellipsis. The query builder would
     * take a question mark (003f) for a binding.
     */
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

    this.schema.raw(`DROP INDEX characters_by_popularity, characters_name_starts`)
    this.schema.raw(`
      ALTER TABLE characters
        ALTER COLUMN start_keys SET EXPRESSION AS (gallery_name_keys(name)),
        ADD COLUMN opening_line text NOT NULL GENERATED ALWAYS AS (gallery_opening_line(first_message, greeting)) STORED,
        ADD COLUMN trend bigint NOT NULL DEFAULT 0`)
    this.schema.raw(`DROP FUNCTION gallery_name_starts`)
    /* Lists read these columns, so they stay in the row, as the description does. */
    this.schema.raw(`
      ALTER TABLE characters
        ALTER COLUMN start_keys SET STORAGE MAIN,
        ALTER COLUMN opening_line SET STORAGE MAIN`)
    /* Enough to know the common beginnings. The planner reads all of them for each condition. */
    this.schema.raw(`ALTER TABLE characters ALTER COLUMN start_keys SET STATISTICS 200`)

    const listed = `WHERE is_public AND deleted_at IS NULL`
    this.schema.raw(`
      CREATE INDEX characters_by_popularity ON characters (popularity DESC, id DESC)
      INCLUDE (chip_keys, start_keys, is_nsfw, created_by) ${listed}`)
    this.schema.raw(`CREATE INDEX characters_name_starts ON characters USING gin (start_keys) ${listed}`)
    this.schema.raw(`CREATE INDEX characters_by_trend ON characters (trend DESC, id DESC) ${listed}`)

    /*
     * A trend is the logarithm, to the base 2, of the messages of all time, of which each counts twice as much as one of two days before.
     * So it never has to be written again without a message, and its order is that of the decayed sums at any time.
     */
    this.schema.raw(`ALTER TABLE character_counters ADD COLUMN trend double precision NOT NULL DEFAULT 0`)
    this.schema.raw(`
      CREATE FUNCTION gallery_trend(trend double precision, messages int, at timestamptz) RETURNS double precision
      LANGUAGE sql STABLE PARALLEL SAFE
      RETURN (
        SELECT CASE
          WHEN messages <= 0 THEN trend
          WHEN abs(trend - added) > 40 THEN greatest(trend, added)
          ELSE greatest(trend, added) + ln(1 + power(2, -abs(trend - added))) / ln(2::double precision)
        END
        FROM (
          SELECT extract(epoch FROM at)::double precision / 172800 + ln(greatest(messages, 1)::double precision) / ln(2::double precision)
            AS added
        ) AS latest)`)
  }

  override async down() {
    this.schema.raw(`DROP FUNCTION gallery_trend`)
    this.schema.raw(`ALTER TABLE character_counters DROP COLUMN trend`)
    this.schema.raw(`DROP INDEX characters_by_popularity, characters_name_starts, characters_by_trend`)
    this.schema.raw(`
      CREATE FUNCTION gallery_name_starts(name text) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY(
        SELECT DISTINCT left(word, count)
        FROM (
          SELECT regexp_split_to_table(lower(name), '\\s+')
          UNION SELECT regexp_split_to_table(lower(name), '[\\s[:punct:]]+')
        ) AS words (word), generate_series(1, 2) AS count
        WHERE char_length(word) >= count)`)
    this.schema.raw(`
      ALTER TABLE characters
        ALTER COLUMN start_keys SET EXPRESSION AS (gallery_keys(gallery_name_starts(name))),
        DROP COLUMN opening_line,
        DROP COLUMN trend`)
    this.schema.raw(`
      ALTER TABLE characters ALTER COLUMN start_keys SET STORAGE EXTENDED, ALTER COLUMN start_keys SET STATISTICS 1000`)
    this.schema.raw(`DROP FUNCTION gallery_name_keys, gallery_opening_line`)
    const listed = `WHERE is_public AND deleted_at IS NULL`
    this.schema.raw(`
      CREATE INDEX characters_by_popularity ON characters (popularity DESC, id DESC)
      INCLUDE (chip_keys, start_keys, is_nsfw) ${listed}`)
    this.schema.raw(`CREATE INDEX characters_name_starts ON characters USING gin (start_keys) ${listed}`)
  }
}
