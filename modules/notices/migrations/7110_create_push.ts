import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** Push messages to browsers: the server's keys, and the browsers that want them. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE push_keys (
        -- The newest one is for new subscriptions. The others are kept while subscriptions use them.
        generation integer CONSTRAINT push_keys_pkey PRIMARY KEY,
        public_key text NOT NULL CONSTRAINT push_keys_unique UNIQUE,
        sealed_private_key text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
      )
    `)
    this.schema.raw(
      privateTable(
        'push_subscriptions',
        `
        user_id uuid NOT NULL,
        -- One session is one browser.
        session_id uuid NOT NULL,
        endpoint text NOT NULL CONSTRAINT push_subscriptions_endpoint CHECK (length(endpoint) <= 1024),
        p256dh text NOT NULL CONSTRAINT push_subscriptions_p256dh CHECK (length(p256dh) = 87),
        auth text NOT NULL CONSTRAINT push_subscriptions_auth CHECK (length(auth) = 22),
        -- The public key of the server that the browser was given.
        server_key text NOT NULL CONSTRAINT push_subscriptions_server_key CHECK (length(server_key) = 87),
        -- Whether names and texts may be on its lock screen.
        shows_texts boolean NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT push_subscriptions_pkey PRIMARY KEY (user_id, session_id)
        `
      )
    )
  }

  override async down() {
    for (const table of ['push_subscriptions', 'push_keys']) this.schema.raw(`DROP TABLE ${table}`)
  }
}
