import { BaseSchema } from '@adonisjs/lucid/schema'

/** Codes that people redeem for rubies. Redemptions are lines of the ledger, whose keys name the batch and the code. */
export default class extends BaseSchema {
  override async up() {
    // Credits stand before `refund`, because `ruby_transactions_sign` relies on this order.
    this.schema.raw(`ALTER TYPE ruby_transaction_type ADD VALUE 'code' BEFORE 'refund'`)
    this.schema.raw(`
      CREATE TABLE ruby_code_batches (
        id uuid NOT NULL,
        -- shown in the history of people who redeem a code
        name text NOT NULL,
        rubies bigint NOT NULL,
        codes integer NOT NULL,
        -- of each code, by different people
        uses integer NOT NULL,
        -- how many codes of the batch one person may redeem
        per_person integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        CONSTRAINT ruby_code_batches_pkey PRIMARY KEY (id),
        CONSTRAINT ruby_code_batches_positive CHECK (rubies > 0 AND codes > 0 AND uses > 0 AND per_person > 0)
      )
    `)
    // A code has 80 random bits, so its hash needs no salt.
    this.schema.raw(`
      CREATE TABLE ruby_codes (
        hash bytea NOT NULL,
        batch_id uuid NOT NULL,
        uses_left integer NOT NULL,
        CONSTRAINT ruby_codes_pkey PRIMARY KEY (hash),
        CONSTRAINT ruby_codes_batch_fkey FOREIGN KEY (batch_id) REFERENCES ruby_code_batches (id),
        CONSTRAINT ruby_codes_uses_not_negative CHECK (uses_left >= 0)
      )
    `)
    this.schema.raw('CREATE INDEX ruby_codes_of_batch ON ruby_codes (batch_id)')
  }
}
