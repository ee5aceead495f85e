import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** The tokens with which programs send calls for their users. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'access_tokens',
        `
        user_id uuid NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL,
        -- SHA-256 of the secret part.
        hash text NOT NULL CONSTRAINT access_tokens_hash CHECK (hash ~ '^[0-9a-f]{64}$'),
        scopes text[] NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        last_used_at timestamptz(3),
        -- Null for a token that is valid until it is revoked.
        expires_at timestamptz(3),
        CONSTRAINT access_tokens_pkey PRIMARY KEY (user_id, id)
        `
      )
    )
  }

  override async down() {
    this.schema.raw('DROP TABLE access_tokens')
  }
}
