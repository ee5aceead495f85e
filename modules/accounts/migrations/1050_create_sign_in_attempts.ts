import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE sign_in_attempts (
        -- SHA-256 of the state that travels through the provider
        state_hash bytea NOT NULL,
        -- SHA-256 of the cookie of the browser that began it
        browser_hash bytea NOT NULL,
        provider text NOT NULL,
        nonce text NOT NULL,
        verifier text NOT NULL,
        next text NOT NULL,
        -- whose account gets another way in; null for a sign-in
        link_user_id uuid,
        expires_at timestamptz NOT NULL,
        CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (state_hash),
        CONSTRAINT sign_in_attempts_user_fkey FOREIGN KEY (link_user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)
    this.schema.raw(`CREATE INDEX sign_in_attempts_expires_at ON sign_in_attempts (expires_at)`)
    this.schema.raw(`CREATE INDEX sign_in_attempts_link_user ON sign_in_attempts (link_user_id)`)
  }

  override async down() {
    this.schema.dropTable('sign_in_attempts')
  }
}
