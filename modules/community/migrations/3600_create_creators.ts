import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** People who publish characters or have a public profile, and who follows them. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE creators (
        user_id uuid CONSTRAINT creators_pkey PRIMARY KEY,
        -- Whether the profile is public without a public character.
        is_public boolean NOT NULL DEFAULT false,
        about text NOT NULL DEFAULT '' CONSTRAINT creators_about_length CHECK (char_length(about) <= 1000),
        links text[] NOT NULL DEFAULT '{}' CONSTRAINT creators_links_count CHECK (cardinality(links) <= 5),
        followers int NOT NULL DEFAULT 0 CONSTRAINT creators_followers_positive CHECK (followers >= 0),
        -- For searches: the username and the first name in lower case, each followed by a line break.
        names text NOT NULL DEFAULT ''
      )`)
    this.schema.raw('CREATE INDEX creators_names ON creators USING gin (names gin_trgm_ops)')
    this.schema.raw('CREATE INDEX creators_names_start ON creators (names text_pattern_ops)')
    this.schema.raw(
      privateTable(
        'follows',
        `user_id uuid NOT NULL,
        creator_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT follows_pkey PRIMARY KEY (user_id, creator_id),
        CONSTRAINT follows_not_oneself CHECK (user_id <> creator_id)`
      )
    )
    this.schema.raw('CREATE INDEX follows_of_creator ON follows (creator_id, user_id)')
  }

  override async down() {
    this.schema.raw('DROP TABLE follows')
    this.schema.raw('DROP TABLE creators')
  }
}
