import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** The addresses that are told of events, and what was sent to them. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'webhooks',
        `
        user_id uuid NOT NULL,
        id uuid NOT NULL,
        url text NOT NULL CONSTRAINT webhooks_url CHECK (length(url) <= 500),
        events text[] NOT NULL,
        -- Whether it is told of the events of all users. Only while its user is an admin.
        of_instance boolean NOT NULL,
        sealed_secret text NOT NULL,
        -- Signs, too, until this time.
        sealed_earlier_secret text,
        earlier_until timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        -- The first failure since the last success.
        failing_since timestamptz(3),
        off_at timestamptz(3),
        off_because text CONSTRAINT webhooks_off_because CHECK (off_because IN ('owner', 'gone', 'failing')),
        CONSTRAINT webhooks_pkey PRIMARY KEY (user_id, id)
        `
      )
    )
    this.schema.raw(
      privateTable(
        'webhook_deliveries',
        `
        user_id uuid NOT NULL,
        id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        type text NOT NULL,
        data jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        state text NOT NULL DEFAULT 'waiting' CONSTRAINT webhook_deliveries_state CHECK (state IN ('waiting', 'delivered', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        tried_at timestamptz(3),
        status integer,
        problem text,
        CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (user_id, id),
        CONSTRAINT webhook_deliveries_webhook_fkey FOREIGN KEY (user_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE
        `
      )
    )
    this.schema.raw('CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (user_id, webhook_id, id)')
    this.schema.raw('CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at)')
  }

  override async down() {
    for (const table of ['webhook_deliveries', 'webhooks']) this.schema.raw(`DROP TABLE ${table}`)
  }
}
