import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The labels that admins search: names, categories and tags of all characters, including private and adult ones. The gallery's own
 * indexes leave some of these characters out, or search descriptions. Each label begins after a space, so that two letters find the
 * words that begin with them. A space with two letters is the shortest text that a trigram index can find.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE FUNCTION gallery_labels(name text, category text, tags text[]) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN lower(' ' || name || chr(31) || ' ' || category || chr(31) || ' ' || array_to_string(tags, chr(31) || ' '))`)
    this.schema.raw(`
      CREATE INDEX characters_labels ON characters
      USING gin (gallery_labels(name, category, tags) gin_trgm_ops) WHERE deleted_at IS NULL`)
    /* The planner chooses between the index and a scan in the list's order by how common a word is, as in the gallery's own searches. */
    this.schema.raw(
      `CREATE STATISTICS characters_labels_words ON (gallery_labels(name, category, tags)) FROM characters`
    )
    this.schema.raw(`ALTER STATISTICS characters_labels_words SET STATISTICS 400`)
  }

  override async down() {
    this.schema.raw(`DROP STATISTICS IF EXISTS characters_labels_words`)
    this.schema.raw(`DROP INDEX IF EXISTS characters_labels`)
    this.schema.raw(`DROP FUNCTION gallery_labels`)
  }
}
