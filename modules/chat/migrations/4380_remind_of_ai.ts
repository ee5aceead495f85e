import { BaseSchema } from '@adonisjs/lucid/schema'

/** When each user was last reminded that a machine writes, and the messages that show the reminder. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE chat_talks (
        user_id uuid PRIMARY KEY,
        -- The day of the newest message in the user's time zone.
        day date NOT NULL,
        -- When the talk began, or the last reminder within it. A talk is in all chats of the user, and has no long pause.
        since timestamptz NOT NULL,
        -- The newest message, at most a minute late.
        last_at timestamptz NOT NULL
      )
    `)
    this.schema.raw('ALTER TABLE chat_messages ADD COLUMN has_notice boolean NOT NULL DEFAULT false')
  }

  override async down() {
    this.schema.raw('ALTER TABLE chat_messages DROP COLUMN has_notice')
    this.schema.raw('DROP TABLE chat_talks')
  }
}
