import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Characters, in the shape that a million of them need. What the lists filter by is kept by the database in generated
 * columns, so no writer can forget it:
 * - `chip_keys`: what a category chip may match, in lower case;
 * - `start_keys`: the first one and two characters of each word of the name, for searches that short.
 * Both are kept as hashes of 64 bits, in which texts don't meet by chance: texts in scripts of many bytes would not fit beside
 * the popularity in its index.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`CREATE EXTENSION IF NOT EXISTS pg_trgm`)

    this.schema.raw(`
      CREATE FUNCTION gallery_lower(texts text[]) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY(SELECT lower(text) FROM unnest(texts) AS text)`)

    /*
     * An adult character's chips carry a mark (chr 31) in front. A signed-out visitor, who may not see adult ones, asks
     * for the bare chip, everyone else for both. So the planner knows how many there are for whom: a tag that only adult
     * ones have would otherwise send a visitor's query through the whole gallery to find nothing.
     */
    this.schema.raw(`
      CREATE FUNCTION gallery_chips(category text, tags text[], is_nsfw boolean) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY(
        SELECT CASE WHEN is_nsfw THEN chr(31) || chip ELSE chip END
        FROM (
          SELECT lower(category)
          UNION SELECT unnest(gallery_lower(tags))
          UNION SELECT 'limitless' WHERE is_nsfw
        ) AS chips (chip))`)

    /* A word begins after a space, and also after a hyphen, an apostrophe or a quotation mark: "Jean-Luc" is found by l. */
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
      CREATE FUNCTION gallery_keys(texts text[]) RETURNS bigint[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY(SELECT hashtextextended(text, 0) FROM unnest(texts) AS text)`)

    /* A like says more than a message. */
    this.schema.raw(`
      CREATE FUNCTION gallery_popularity(likes int, messages int) RETURNS bigint
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN likes::bigint * 10 + messages`)

    /* Two characters of one owner with the same name and the same opening are the same to an import. */
    this.schema.raw(`
      CREATE FUNCTION gallery_same_as(name text, first_message text, greeting text) RETURNS uuid
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN md5(
        lower(btrim(name, E' \\t\\n\\r')) || chr(31) ||
        lower(btrim(CASE WHEN btrim(first_message, E' \\t\\n\\r') <> '' THEN first_message ELSE greeting END, E' \\t\\n\\r'))
      )::uuid`)

    /*
     * created_at has whole milliseconds, so that a page's cursor can carry it through JavaScript unharmed.
     * The long texts move out of the row early and the description stays in it: lists read narrow rows.
     */
    this.schema.raw(`
      CREATE TABLE characters (
        id uuid CONSTRAINT characters_pkey PRIMARY KEY DEFAULT uuidv7(),
        name text NOT NULL CONSTRAINT characters_name_not_blank CHECK (btrim(name) <> ''),
        description text NOT NULL DEFAULT '',
        avatar text,
        background text,
        category text NOT NULL DEFAULT 'General',
        tags text[] NOT NULL DEFAULT '{}',
        is_nsfw boolean NOT NULL DEFAULT false,
        is_public boolean NOT NULL DEFAULT true,
        created_by uuid NOT NULL,
        backstory text NOT NULL DEFAULT '',
        personality text NOT NULL DEFAULT '',
        first_message text NOT NULL DEFAULT '',
        greeting text NOT NULL DEFAULT '',
        scenario text NOT NULL DEFAULT '',
        popularity bigint NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        deleted_at timestamptz(3),
        chip_keys bigint[] NOT NULL GENERATED ALWAYS AS (gallery_keys(gallery_chips(category, tags, is_nsfw))) STORED,
        start_keys bigint[] NOT NULL GENERATED ALWAYS AS (gallery_keys(gallery_name_starts(name))) STORED,
        same_as uuid NOT NULL GENERATED ALWAYS AS (gallery_same_as(name, first_message, greeting)) STORED,
        CONSTRAINT characters_limitless_is_adult CHECK (is_nsfw OR lower(category) <> 'limitless')
      ) WITH (toast_tuple_target = 512)`)
    this.schema.raw(`ALTER TABLE characters ALTER COLUMN description SET STORAGE MAIN`)
    /* Rare chips are found by the index and common ones by walking the order: the planner needs to know which is which. */
    this.schema.raw(
      `ALTER TABLE characters ALTER COLUMN chip_keys SET STATISTICS 1000, ALTER COLUMN start_keys SET STATISTICS 1000`
    )

    const listed = `WHERE is_public AND deleted_at IS NULL`
    /* With it goes what chips and short searches look at, so that whoever walks the order need not read the rows. */
    this.schema.raw(`
      CREATE INDEX characters_by_popularity ON characters (popularity DESC, id DESC)
      INCLUDE (chip_keys, start_keys, is_nsfw) ${listed}`)
    this.schema.raw(`CREATE INDEX characters_by_age ON characters (created_at DESC, id DESC) ${listed}`)
    this.schema.raw(`CREATE INDEX characters_by_name ON characters (lower(name), id) ${listed}`)
    this.schema.raw(`CREATE INDEX characters_chips ON characters USING gin (chip_keys) ${listed}`)
    this.schema.raw(`CREATE INDEX characters_name_starts ON characters USING gin (start_keys) ${listed}`)

    /*
     * The search reads the name and, unless the character is adult, the description: that is what most viewers may
     * search. Those who see adult content also search the second index. One index over everything would find common
     * words of adult descriptions and then throw nearly all of them away again.
     */
    this.schema.raw(`
      CREATE FUNCTION gallery_open_text(name text, description text, is_nsfw boolean) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN CASE WHEN is_nsfw THEN lower(name) ELSE lower(name || chr(31) || description) END`)
    this.schema.raw(`
      CREATE INDEX characters_open_text ON characters
      USING gin (gallery_open_text(name, description, is_nsfw) gin_trgm_ops) ${listed}`)
    this.schema.raw(`
      CREATE INDEX characters_adult_text ON characters
      USING gin (lower(description) gin_trgm_ops) ${listed} AND is_nsfw`)

    /* How common a word is decides between the index and walking the order; without these the planner takes all for rare. */
    this.schema.raw(`
      CREATE STATISTICS characters_open_text_words ON (gallery_open_text(name, description, is_nsfw)) FROM characters`)
    this.schema.raw(`CREATE STATISTICS characters_adult_text_words ON (lower(description)) FROM characters`)
    this.schema.raw(`ALTER STATISTICS characters_open_text_words SET STATISTICS 400`)
    this.schema.raw(`ALTER STATISTICS characters_adult_text_words SET STATISTICS 400`)

    /* The caller's own private ones; how many someone has made, and whether an import's entry is among them. */
    this.schema.raw(
      `CREATE INDEX characters_private ON characters (created_by, popularity DESC, id DESC) WHERE NOT is_public AND deleted_at IS NULL`
    )
    this.schema.raw(`CREATE INDEX characters_created ON characters (created_by, same_as) WHERE deleted_at IS NULL`)
  }

  override async down() {
    this.schema.raw(`DROP TABLE characters`)
    this.schema.raw(`
      DROP FUNCTION gallery_keys, gallery_same_as, gallery_open_text, gallery_popularity, gallery_name_starts, gallery_chips, gallery_lower`)
  }
}
