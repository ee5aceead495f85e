import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** The users who get a mail about their unread notifications once a day or once a week. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'notification_digests',
        `
        user_id uuid NOT NULL CONSTRAINT notification_digests_pkey PRIMARY KEY,
        every text NOT NULL CONSTRAINT notification_digests_every_known CHECK (every IN ('day', 'week')),
        due_at timestamptz NOT NULL,
        -- The newest notification that a mail has counted, or that was there before.
        mailed_up_to uuid NOT NULL
        `
      )
    )
    this.schema.raw('CREATE INDEX notification_digests_due ON notification_digests (due_at)')
  }

  override async down() {
    this.schema.raw('DROP TABLE notification_digests')
  }
}
