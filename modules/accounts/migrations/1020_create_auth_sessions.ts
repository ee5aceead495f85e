import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE auth_sessions (
        -- SHA-256 of the cookie's token: reading this table signs nobody in
        token_hash bytea NOT NULL,
        user_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        touched_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        CONSTRAINT auth_sessions_pkey PRIMARY KEY (token_hash),
        CONSTRAINT auth_sessions_token_hash_length CHECK (octet_length(token_hash) = 32),
        CONSTRAINT auth_sessions_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)
    this.schema.raw(`CREATE INDEX auth_sessions_user ON auth_sessions (user_id)`)
    this.schema.raw(`CREATE INDEX auth_sessions_expires_at ON auth_sessions (expires_at)`)
  }

  override async down() {
    this.schema.dropTable('auth_sessions')
  }
}
