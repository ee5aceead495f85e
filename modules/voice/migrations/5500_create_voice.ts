import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** The voices of characters, and the audio that the server keeps. */
export default class extends BaseSchema {
  override async up() {
    const choice = `
        voice text,
        narrator text,`
    this.schema.raw(`
      CREATE TABLE character_voices (
        character_id uuid CONSTRAINT character_voices_pkey PRIMARY KEY,
        owner_id uuid NOT NULL,${choice}
        changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
      )
    `)
    this.schema.raw('CREATE INDEX character_voices_by_owner ON character_voices (owner_id)')
    this.schema.raw(
      privateTable(
        'reader_voices',
        `
        user_id uuid NOT NULL,
        character_id uuid NOT NULL,${choice}
        changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT reader_voices_pkey PRIMARY KEY (user_id, character_id)
        `
      )
    )
    this.schema.raw('CREATE INDEX reader_voices_by_character ON reader_voices (character_id)')
    this.schema.raw(
      privateTable(
        'kept_speech',
        `
        user_id uuid NOT NULL,
        -- SHA-256 of the voice and the text.
        hash text NOT NULL CONSTRAINT kept_speech_hash CHECK (hash ~ '^[0-9a-f]{64}$'),
        -- Of the file. Null until it is written. The row comes first, so that pruning finds every file.
        bytes integer CONSTRAINT kept_speech_bytes CHECK (bytes > 0),
        used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT kept_speech_pkey PRIMARY KEY (user_id, hash)
        `
      )
    )
    this.schema.raw('CREATE INDEX kept_speech_by_use ON kept_speech (used_at)')
    // A user's one stream. The row of a process that died expires.
    this.schema.raw(
      privateTable(
        'speech_turns',
        `
        user_id uuid NOT NULL CONSTRAINT speech_turns_pkey PRIMARY KEY,
        id uuid NOT NULL,
        expires_at timestamptz NOT NULL
        `
      )
    )
  }

  override async down() {
    for (const table of ['speech_turns', 'kept_speech', 'reader_voices', 'character_voices'])
      this.schema.raw(`DROP TABLE ${table}`)
  }
}
