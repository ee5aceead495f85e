import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Finds users by any part of their names, e-mail or username. Longer texts are found by trigrams, those of one and two characters,
 * and in scripts that pg_trgm may not know, by the pairs of characters that stand in them.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw('CREATE EXTENSION IF NOT EXISTS pg_trgm')
    this.schema.raw(`
      CREATE FUNCTION search_pairs(searched text) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
      RETURN string_to_array(searched, NULL) || ARRAY(
        SELECT one || other
        FROM unnest(string_to_array(searched, NULL), (string_to_array(searched, NULL))[2:]) AS pair (one, other)
        WHERE other IS NOT NULL)
    `)
    this.schema.raw(`
      CREATE FUNCTION accounts_search_text(email text, username text, first_name text, last_name text) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN lower(
        email || chr(31) || coalesce(username, '') || chr(31) || coalesce(first_name || ' ', '') || coalesce(last_name, ''))
    `)
    const text = 'accounts_search_text(email, username, first_name, last_name)'
    this.schema.raw(`CREATE INDEX users_search_text ON users USING gin (${text} gin_trgm_ops)`)
    this.schema.raw(`CREATE INDEX users_search_pairs ON users USING gin (search_pairs(${text}))`)

    /* How common a text is decides between an index and walking the newest; without these the planner takes all for rare. */
    this.schema.raw(`CREATE STATISTICS users_search_text_words ON (${text}) FROM users`)
    this.schema.raw('ALTER STATISTICS users_search_text_words SET STATISTICS 400')
    this.schema.raw('ALTER INDEX users_search_pairs ALTER COLUMN 1 SET STATISTICS 400')

    /* How many accounts were opened lately. */
    this.schema.raw('CREATE INDEX users_by_age ON users (created_at)')
  }

  override async down() {
    this.schema.raw('DROP STATISTICS users_search_text_words')
    this.schema.raw('DROP INDEX users_search_text, users_search_pairs, users_by_age')
    this.schema.raw('DROP FUNCTION accounts_search_text, search_pairs')
  }
}
