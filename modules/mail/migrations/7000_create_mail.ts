import { BaseSchema } from '@adonisjs/lucid/schema'

/** Mail that is to be sent, and copies of sent mail where it stays on this machine. Contents are encrypted. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE mail_outbox (
        id uuid NOT NULL,
        kind text NOT NULL,
        -- null until the mail is composed, for a request that names an address
        user_id uuid,
        -- what the mail is about; null once it is sent
        sealed_order text,
        attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        -- the next attempt; a process that sends the mail moves it
        due_at timestamptz NOT NULL DEFAULT now(),
        sent_at timestamptz,
        sealed_copy text,
        CONSTRAINT mail_outbox_pkey PRIMARY KEY (id),
        CONSTRAINT mail_outbox_state CHECK ((sent_at IS NULL) = (sealed_copy IS NULL) AND (sent_at IS NULL) = (sealed_order IS NOT NULL))
      )
    `)
    this.schema.raw('CREATE INDEX mail_outbox_due ON mail_outbox (due_at) WHERE sent_at IS NULL')
    this.schema.raw('CREATE INDEX mail_outbox_user ON mail_outbox (user_id) WHERE user_id IS NOT NULL')
  }
}
