import { BaseSchema } from '@adonisjs/lucid/schema'

/** The lorebooks of a single chat, in the order in which they were chosen. Ids of deleted ones may remain. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`ALTER TABLE chat_sessions ADD COLUMN lorebook_ids uuid[] NOT NULL DEFAULT '{}'`)
  }

  override async down() {
    this.schema.raw('ALTER TABLE chat_sessions DROP COLUMN lorebook_ids')
  }
}
