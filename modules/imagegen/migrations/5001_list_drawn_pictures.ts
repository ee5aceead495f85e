import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** What each user asked for. The files are those of `pictures`, which several users can share. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'drawn_pictures',
        `
        user_id uuid NOT NULL,
        id uuid NOT NULL,
        hash text NOT NULL CONSTRAINT drawn_pictures_hash CHECK (hash ~ '^[0-9a-f]{64}$'),
        prompt text NOT NULL,
        -- The model's id at the provider, and the name that users saw.
        model text NOT NULL,
        model_name text NOT NULL,
        aspect text NOT NULL,
        options jsonb NOT NULL,
        seed bigint,
        -- Drawn by rules, not by a model.
        is_demo boolean NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT drawn_pictures_pkey PRIMARY KEY (user_id, id),
        -- The same picture again replaces its row.
        CONSTRAINT drawn_pictures_once UNIQUE (user_id, hash)
        `
      )
    )
    // Whether another user has the same picture.
    this.schema.raw('CREATE INDEX drawn_pictures_by_hash ON drawn_pictures (hash)')
  }
}
