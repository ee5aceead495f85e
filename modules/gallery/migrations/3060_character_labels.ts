import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What admins search by: name, category and tags of everyone, the private and the adult too. The gallery's own indexes leave
 * some of them out, or look into descriptions. Each label begins after a space, so that two letters find the words that begin
 * with them: those are the shortest texts a trigram index can look for.
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
    /* How common a word is decides between the index and walking the order, as with the gallery's own searches. */
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
