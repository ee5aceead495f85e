import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'

/** The idempotency keys of programs, for a day. */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(
      privateTable(
        'idempotency_keys',
        `
        user_id uuid NOT NULL,
        -- SHA-256 of the key, and of the body that it was first sent with.
        key_hash text NOT NULL,
        body_hash text NOT NULL,
        -- The newest reply for the key. Null: the chat of the reply knows it by the hash of the key.
        reply_id uuid,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key_hash)
        `
      )
    )
    this.schema.raw('CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at)')
  }

  override async down() {
    this.schema.raw('DROP TABLE idempotency_keys')
  }
}
