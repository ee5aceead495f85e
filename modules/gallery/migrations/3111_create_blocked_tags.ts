import { BaseSchema } from '@adonisjs/lucid/schema'

/** Tags whose characters a user doesn't want to see. `keys` are those of `chip_keys`, with and without the mark of adult characters. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE FUNCTION gallery_blocked_keys(tags text[]) RETURNS bigint[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY(SELECT hashtextextended(mark || lower(tag), 0) FROM unnest(tags) AS tag, unnest(ARRAY['', chr(31)]) AS mark)`)
    this.schema.raw(`
      CREATE TABLE blocked_tags (
        user_id uuid CONSTRAINT blocked_tags_pkey PRIMARY KEY,
        tags text[] NOT NULL CONSTRAINT blocked_tags_count CHECK (cardinality(tags) BETWEEN 1 AND 50),
        keys bigint[] NOT NULL GENERATED ALWAYS AS (gallery_blocked_keys(tags)) STORED
      )`)
  }

  override async down() {
    this.schema.raw(`DROP TABLE blocked_tags`)
    this.schema.raw(`DROP FUNCTION gallery_blocked_keys`)
  }
}
