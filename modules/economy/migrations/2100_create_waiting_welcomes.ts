import { BaseSchema } from '@adonisjs/lucid/schema'

/** Welcome rubies that wait until the user's e-mail address is verified. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE ruby_waiting_welcomes (
        user_id uuid NOT NULL,
        rubies bigint NOT NULL,
        CONSTRAINT ruby_waiting_welcomes_pkey PRIMARY KEY (user_id),
        CONSTRAINT ruby_waiting_welcomes_positive CHECK (rubies > 0)
      )
    `)
  }

  override async down() {
    this.schema.dropTable('ruby_waiting_welcomes')
  }
}
