import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE user_identities (
        issuer text NOT NULL,
        -- who someone is to that issuer, for ever; their e-mail there may change
        subject text NOT NULL,
        user_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        -- seen on our Discord server
        guild_member_seen_at timestamptz,
        -- encrypted, and only until they were seen there or it expires
        guild_token text,
        guild_token_expires_at timestamptz,
        CONSTRAINT user_identities_pkey PRIMARY KEY (issuer, subject),
        CONSTRAINT user_identities_one_per_issuer UNIQUE (user_id, issuer),
        CONSTRAINT user_identities_issuer_length CHECK (char_length(issuer) BETWEEN 1 AND 500),
        CONSTRAINT user_identities_subject_length CHECK (char_length(subject) BETWEEN 1 AND 255),
        CONSTRAINT user_identities_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)
  }

  override async down() {
    this.schema.dropTable('user_identities')
  }
}
