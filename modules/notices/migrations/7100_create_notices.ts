import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** The notifications of users, and the ways in which they want them. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'notifications',
        `
        user_id uuid NOT NULL,
        id uuid NOT NULL,
        kind text NOT NULL,
        key text NOT NULL CONSTRAINT notifications_key_length CHECK (length(key) <= 200),
        group_key text NOT NULL CONSTRAINT notifications_group_length CHECK (length(group_key) <= 200),
        -- The ids of what the text names. The texts are read when it is shown.
        subject jsonb NOT NULL CONSTRAINT notifications_subject_size CHECK (length(subject::text) <= 1000),
        -- Whether the list shows it. Otherwise the user wants it only as a push message or by mail.
        is_listed boolean NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        read_at timestamptz(3),
        CONSTRAINT notifications_pkey PRIMARY KEY (user_id, id),
        CONSTRAINT notifications_once UNIQUE (user_id, key)
        `
      )
    )
    this.schema.raw(
      'CREATE INDEX notifications_unread ON notifications (user_id, group_key) WHERE read_at IS NULL AND is_listed'
    )
    this.schema.raw('CREATE INDEX notifications_by_age ON notifications (created_at)')
    this.schema.raw(
      privateTable(
        'notification_settings',
        `
        user_id uuid NOT NULL CONSTRAINT notification_settings_pkey PRIMARY KEY,
        -- The ways of each kind that the user has changed, such as {"comment": ["app", "mail"]}.
        choices jsonb NOT NULL CONSTRAINT notification_settings_size CHECK (length(choices::text) <= 4000)
        `
      )
    )
  }

  override async down() {
    this.schema.raw('DROP TABLE notification_settings')
    this.schema.raw('DROP TABLE notifications')
  }
}
