import { BaseSchema } from '@adonisjs/lucid/schema'

/** Links in mails: they reset a forgotten password, or verify an address. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE email_tokens (
        -- SHA-256 of the token in the link
        token_hash bytea NOT NULL,
        user_id uuid NOT NULL,
        purpose text NOT NULL,
        -- the address that it was sent to; worthless once the account has another one
        email text NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT email_tokens_pkey PRIMARY KEY (token_hash),
        CONSTRAINT email_tokens_purpose CHECK (purpose IN ('password_reset', 'verification')),
        CONSTRAINT email_tokens_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)
    this.schema.raw('CREATE INDEX email_tokens_user ON email_tokens (user_id)')
    this.schema.raw('CREATE INDEX email_tokens_expires_at ON email_tokens (expires_at)')
  }

  override async down() {
    this.schema.dropTable('email_tokens')
  }
}
