import { BaseSchema } from '@adonisjs/lucid/schema'

/** How many model calls without a charge each user has used on a UTC day. The nil UUID counts those of all users together. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE chat_allowances (
        user_id uuid NOT NULL,
        day date NOT NULL,
        calls integer NOT NULL DEFAULT 0,
        -- Reserved before a call, corrected after it.
        tokens bigint NOT NULL DEFAULT 0,
        -- A call was refused.
        is_spent boolean NOT NULL DEFAULT false,
        PRIMARY KEY (user_id, day)
      )
    `)
  }

  override async down() {
    this.schema.raw('DROP TABLE chat_allowances')
  }
}
