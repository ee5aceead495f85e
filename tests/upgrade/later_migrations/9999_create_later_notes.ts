import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** An invented migration of a later release. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'later_notes',
        'user_id uuid NOT NULL, id uuid NOT NULL, text text NOT NULL, CONSTRAINT later_notes_pkey PRIMARY KEY (user_id, id)'
      )
    )
  }
}
