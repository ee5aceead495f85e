import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** What users hide from their own gallery, and the people whom they block. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'hidings',
        `user_id uuid NOT NULL,
        kind text NOT NULL CONSTRAINT hidings_kind_known CHECK (kind IN ('character', 'creator', 'person')),
        -- Of a character, or of a user.
        id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT hidings_pkey PRIMARY KEY (user_id, kind, id)`
      )
    )
    this.schema.raw('CREATE INDEX hidings_by_id ON hidings (id)')
  }

  override async down() {
    this.schema.raw('DROP TABLE hidings')
  }
}
