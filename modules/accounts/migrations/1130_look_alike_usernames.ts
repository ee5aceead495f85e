import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One spelling for usernames that look alike: Unicode's confusables.txt among the characters that a username may have. Not unique,
 * because stored names stay.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE FUNCTION accounts_username_skeleton(username text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN translate(replace(lower(replace(username, 'I', 'l')), 'rn', 'm'), '01', 'ol')
    `)
    this.schema.raw(
      `CREATE INDEX users_username_skeleton ON users (accounts_username_skeleton(username)) WHERE username IS NOT NULL`
    )
  }

  override async down() {
    this.schema.raw('DROP INDEX users_username_skeleton')
    this.schema.raw('DROP FUNCTION accounts_username_skeleton(text)')
  }
}
