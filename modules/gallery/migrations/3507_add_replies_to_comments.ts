import { BaseSchema } from '@adonisjs/lucid/schema'

/** Replies to comments, one level deep, and edits. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      ALTER TABLE character_comments
        ADD COLUMN edited_at timestamptz(3),
        -- The comment that a reply answers, which is no reply itself.
        ADD COLUMN parent_id uuid
          CONSTRAINT character_comments_parent REFERENCES character_comments (id) ON DELETE CASCADE`)
    this.schema.raw(`
      CREATE INDEX character_comments_threads ON character_comments (character_id, created_at DESC, id DESC)
      WHERE parent_id IS NULL`)
    this.schema.raw(
      'CREATE INDEX character_comments_replies ON character_comments (parent_id, created_at, id) WHERE parent_id IS NOT NULL'
    )
  }

  override async down() {
    this.schema.raw('ALTER TABLE character_comments DROP COLUMN parent_id, DROP COLUMN edited_at')
  }
}
