import { BaseSchema } from '@adonisjs/lucid/schema'

/** Whether a second factor is asked for stands with the user: a session begins under a lock on that row. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`ALTER TABLE users ADD COLUMN second_factor_since timestamptz`)
    this.schema.raw(`
      CREATE TABLE second_factors (
        user_id uuid NOT NULL,
        -- encrypted with the application's key, for this user
        secret text NOT NULL,
        begun_at timestamptz NOT NULL DEFAULT now(),
        -- of the newest code that was taken: it and all before it are worth nothing
        last_step bigint,
        CONSTRAINT second_factors_pkey PRIMARY KEY (user_id),
        CONSTRAINT second_factors_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)
    this.schema.raw(`
      CREATE TABLE recovery_codes (
        user_id uuid NOT NULL,
        -- how a code begins: by it a code is found, and only one hash is looked at
        mark text NOT NULL,
        code_hash text NOT NULL,
        CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, mark),
        CONSTRAINT recovery_codes_factor_fkey FOREIGN KEY (user_id) REFERENCES second_factors (user_id) ON DELETE CASCADE
      )
    `)
    this.schema.raw(`
      CREATE TABLE second_steps (
        -- SHA-256 of the cookie's token
        token_hash bytea NOT NULL,
        user_id uuid NOT NULL,
        -- the hash of the password that was shown; null for who came by a provider
        password_hash text,
        factor_since timestamptz NOT NULL,
        next text NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT second_steps_pkey PRIMARY KEY (token_hash),
        CONSTRAINT second_steps_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `)
    this.schema.raw(`CREATE INDEX second_steps_expires_at ON second_steps (expires_at)`)
    this.schema.raw(`CREATE INDEX second_steps_user ON second_steps (user_id)`)
  }

  override async down() {
    for (const table of ['second_steps', 'recovery_codes', 'second_factors']) this.schema.dropTable(table)
    this.schema.raw('ALTER TABLE users DROP COLUMN second_factor_since')
  }
}
