import { BaseSchema } from '@adonisjs/lucid/schema'

/** Usernames that users gave up a short while ago. Links to them lead on, and other users can't take them. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE former_usernames (
        -- in lower case
        username_key text CONSTRAINT former_usernames_pkey PRIMARY KEY,
        skeleton text NOT NULL,
        user_id uuid NOT NULL CONSTRAINT former_usernames_user_fkey REFERENCES users (id) ON DELETE CASCADE,
        released_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`)
    this.schema.raw('CREATE INDEX former_usernames_skeleton ON former_usernames (skeleton)')
    this.schema.raw('CREATE INDEX former_usernames_user ON former_usernames (user_id)')
    this.schema.raw('CREATE INDEX former_usernames_released_at ON former_usernames (released_at)')
  }

  override async down() {
    this.schema.raw('DROP TABLE former_usernames')
  }
}
