import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'
import { allowServer } from '#modules/kernel/server_role'

/** The operator's pages in all their versions, who agreed to which of them, and who is of age. */
export default class extends BaseSchema {
  override async up() {
    // That the user is of age, when they showed it, and how: by their own statement, or by a provider with this name. Nothing else is kept.
    this.schema.raw(`
      ALTER TABLE users ADD COLUMN age_stated_at timestamptz, ADD COLUMN age_method text,
        ADD CONSTRAINT users_age_whole CHECK ((age_stated_at IS NULL) = (age_method IS NULL))
    `)
    this.schema.raw(`
      CREATE TABLE site_pages (
        name text NOT NULL,
        version integer NOT NULL,
        text text NOT NULL,
        published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT site_pages_pkey PRIMARY KEY (name, version),
        CONSTRAINT site_pages_name_known CHECK (name IN ('terms', 'rules', 'privacy', 'imprint')),
        CONSTRAINT site_pages_version_positive CHECK (version > 0),
        CONSTRAINT site_pages_text_length CHECK (char_length(text) BETWEEN 1 AND 50000)
      )
    `)
    // A version that users agreed to stays as it was.
    this.schema.raw(allowServer('site_pages', ['INSERT', 'SELECT']))
    this.schema.raw(
      privateTable(
        'agreements',
        `
        user_id uuid NOT NULL CONSTRAINT agreements_user_fkey REFERENCES users (id) ON DELETE CASCADE,
        page text NOT NULL,
        version integer NOT NULL,
        agreed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT agreements_pkey PRIMARY KEY (user_id, page, version)
        `
      )
    )
  }
}
