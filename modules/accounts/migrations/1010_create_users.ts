import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE users (
        id uuid NOT NULL DEFAULT uuidv7(),
        email text NOT NULL,
        email_verified_at timestamptz,
        -- null: an account that nobody can sign in to with a password, such as the built-in one
        password_hash text,
        username text,
        first_name text,
        last_name text,
        profile_image_url text,
        limitless_enabled boolean NOT NULL DEFAULT false,
        is_admin boolean NOT NULL DEFAULT false,
        disabled_at timestamptz,
        persona_name text,
        persona_description text,
        persona_avatar text,
        persona_personality text,
        persona_background text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT users_pkey PRIMARY KEY (id),
        CONSTRAINT users_email_length CHECK (char_length(email) BETWEEN 3 AND 254),
        CONSTRAINT users_username_length CHECK (char_length(username) BETWEEN 3 AND 30),
        CONSTRAINT users_username_characters CHECK (username ~ '^[A-Za-z0-9_-]+$')
      )
    `)
    this.schema.raw(`CREATE UNIQUE INDEX users_email_unique ON users (lower(email))`)
    this.schema.raw(`CREATE UNIQUE INDEX users_username_unique ON users (lower(username))`)
  }

  override async down() {
    this.schema.dropTable('users')
  }
}
