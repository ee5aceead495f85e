import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** Lists of characters that users make. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'collections',
        `user_id uuid NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL CONSTRAINT collections_name CHECK (char_length(name) BETWEEN 1 AND 60),
        about text NOT NULL DEFAULT '' CONSTRAINT collections_about CHECK (char_length(about) <= 500),
        is_public boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT collections_pkey PRIMARY KEY (user_id, id)`
      )
    )
    this.schema.raw(
      privateTable(
        'collected_characters',
        `user_id uuid NOT NULL,
        collection_id uuid NOT NULL,
        character_id uuid NOT NULL,
        -- Follows the time at which the character was added.
        place uuid NOT NULL,
        CONSTRAINT collected_characters_pkey PRIMARY KEY (user_id, collection_id, character_id),
        CONSTRAINT collected_characters_collection_fkey FOREIGN KEY (user_id, collection_id)
          REFERENCES collections ON DELETE CASCADE`
      )
    )
    this.schema.raw('CREATE INDEX collected_characters_newest ON collected_characters (user_id, collection_id, place)')
  }

  override async down() {
    for (const table of ['collected_characters', 'collections']) this.schema.raw(`DROP TABLE ${table}`)
  }
}
