import { BaseSchema } from '@adonisjs/lucid/schema'

/** The comments on characters. created_at has whole milliseconds, as in `characters`, because cursors contain it in milliseconds. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE character_comments (
        id uuid CONSTRAINT character_comments_pkey PRIMARY KEY DEFAULT uuidv7(),
        character_id uuid NOT NULL
          CONSTRAINT character_comments_character REFERENCES characters (id) ON DELETE CASCADE,
        user_id uuid NOT NULL,
        content text NOT NULL
          CONSTRAINT character_comments_length CHECK (btrim(content) <> '' AND char_length(content) <= 2000),
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
      )`)
    this.schema.raw(
      `CREATE INDEX character_comments_newest ON character_comments (character_id, created_at DESC, id DESC)`
    )
    this.schema.raw(`CREATE INDEX character_comments_by_user ON character_comments (user_id, created_at)`)
  }

  override async down() {
    this.schema.raw(`DROP TABLE character_comments`)
  }
}
