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
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN ARRAY(
        SELECT DISTINCT substr(searched, place, size)
        FROM generate_series(1, char_length(searched)) AS place, generate_series(1, 2) AS size
        WHERE place + size <= char_length(searched) + 1)
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
    this.schema.raw(`CREATE STATISTICS users_search_pairs_words ON (search_pairs(${text})) FROM users`)
    this.schema.raw('ALTER STATISTICS users_search_text_words SET STATISTICS 400')
    this.schema.raw('ALTER STATISTICS users_search_pairs_words SET STATISTICS 400')

    /* How many accounts were opened lately. */
    this.schema.raw('CREATE INDEX users_by_age ON users (created_at)')
  }

  override async down() {
    this.schema.raw('DROP STATISTICS users_search_text_words, users_search_pairs_words')
    this.schema.raw('DROP INDEX users_search_text, users_search_pairs, users_by_age')
    this.schema.raw('DROP FUNCTION accounts_search_text, search_pairs')
  }
}
