import { BaseSchema } from '@adonisjs/lucid/schema'

/** The stored pictures. A row is written after all files of its picture, so a picture with a row is complete. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE pictures (
        -- SHA-256 of the widest file.
        hash text CONSTRAINT pictures_pkey PRIMARY KEY CONSTRAINT pictures_hash CHECK (hash ~ '^[0-9a-f]{64}$'),
        -- The user who brought it first. Null when that account is gone and others show it.
        owner_id uuid,
        -- Of the widths that screens ask for, those there is a file for; the last one is as wide as the picture gets.
        widths integer[] NOT NULL CONSTRAINT pictures_has_a_width CHECK (cardinality(widths) > 0),
        -- Of all its files together.
        bytes integer NOT NULL CONSTRAINT pictures_bytes CHECK (bytes > 0),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )
    `)
    this.schema.raw('CREATE INDEX pictures_by_owner ON pictures (owner_id, created_at)')

    // Pictures that no user is shown any more, and whose files have yet to be removed: a transaction can't take files along.
    this.schema.raw(`
      CREATE TABLE removed_pictures (
        hash text CONSTRAINT removed_pictures_pkey PRIMARY KEY,
        widths integer[] NOT NULL,
        removed_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )
    `)
  }
}
