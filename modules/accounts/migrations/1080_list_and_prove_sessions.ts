import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      ALTER TABLE auth_sessions
        -- by which its owner ends it; the token's hash leaves the server in no form
        ADD COLUMN id uuid NOT NULL DEFAULT uuidv7(),
        -- when its owner last showed who they are: at the sign-in, or since
        ADD COLUMN proven_at timestamptz NOT NULL DEFAULT now(),
        -- in words, such as 'Firefox on Linux'; null: nothing we know
        ADD COLUMN device text,
        ADD CONSTRAINT auth_sessions_device_length CHECK (char_length(device) <= 80)
    `)
    this.schema.raw(`UPDATE auth_sessions SET proven_at = created_at`)
    this.schema.raw(`CREATE UNIQUE INDEX auth_sessions_id_unique ON auth_sessions (id)`)
    // Whether it shows again who somebody is who is signed in, and neither signs in nor links.
    this.schema.raw(`ALTER TABLE sign_in_attempts ADD COLUMN is_proof boolean NOT NULL DEFAULT false`)
  }

  override async down() {
    this.schema.raw(`ALTER TABLE sign_in_attempts DROP COLUMN is_proof`)
    this.schema.raw(`ALTER TABLE auth_sessions DROP COLUMN id, DROP COLUMN proven_at, DROP COLUMN device`)
  }
}
