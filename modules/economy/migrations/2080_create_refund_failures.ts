import { BaseSchema } from '@adonisjs/lucid/schema'

/*
 * Refunds that failed, and when which total of refunds was reported: a total that was reported after a failure is without it.
 * `look_again_at`: when a paid order is looked up again at its provider, for what no webhook told. Orders that a process of the release
 * before makes get it by the default.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE ruby_refund_reports (
        order_id uuid NOT NULL REFERENCES ruby_orders (id),
        reported_at timestamptz NOT NULL,
        refunded_cents bigint NOT NULL,
        CONSTRAINT ruby_refund_reports_pkey PRIMARY KEY (order_id, reported_at, refunded_cents),
        CONSTRAINT ruby_refund_reports_amount_positive CHECK (refunded_cents > 0)
      )
    `)
    this.schema.raw(`
      CREATE TABLE ruby_failed_refunds (
        order_id uuid NOT NULL REFERENCES ruby_orders (id),
        refund_id text NOT NULL,
        amount_cents bigint NOT NULL,
        failed_at timestamptz NOT NULL,
        CONSTRAINT ruby_failed_refunds_pkey PRIMARY KEY (order_id, refund_id),
        CONSTRAINT ruby_failed_refunds_amount_positive CHECK (amount_cents > 0)
      )
    `)
    this.schema.raw(`
      CREATE TRIGGER ruby_refund_reports_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ruby_refund_reports
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewriting()
    `)
    this.schema.raw(`
      CREATE TRIGGER ruby_failed_refunds_append_only BEFORE DELETE OR TRUNCATE ON ruby_failed_refunds
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewriting()
    `)
    // A credit, so it stands before the debits: see `ruby_transactions_sign`.
    this.schema.raw(`ALTER TYPE ruby_transaction_type ADD VALUE IF NOT EXISTS 'refund_failed' BEFORE 'refund'`)
    this.schema.raw(
      stateMachine(`('disputed', 'paid'), ('disputed', 'refunded'), ('refunded', 'disputed'), ('refunded', 'paid')`)
    )

    this.schema.raw('ALTER TABLE ruby_orders ADD COLUMN look_again_at timestamptz')
    this.schema.raw(`
      UPDATE ruby_orders SET look_again_at = clock_timestamp() + interval '1 day' * random()
      WHERE created_at > clock_timestamp() - interval '121 days'
    `)
    this.schema.raw(
      `ALTER TABLE ruby_orders ALTER COLUMN look_again_at SET DEFAULT clock_timestamp() + interval '1 day'`
    )
    this.schema.raw(`
      CREATE INDEX ruby_orders_to_look_up ON ruby_orders (look_again_at) WHERE paid_at IS NOT NULL AND look_again_at IS NOT NULL
    `)
  }

  override async down() {
    this.schema.raw('ALTER TABLE ruby_orders DROP COLUMN look_again_at')
    this.schema.raw(stateMachine(`('disputed', 'paid'), ('disputed', 'refunded'), ('refunded', 'disputed')`))
    this.schema.dropTable('ruby_failed_refunds')
    this.schema.dropTable('ruby_refund_reports')
  }
}

const stateMachine = (steps: string) => `
  CREATE OR REPLACE FUNCTION ruby_orders_refuse_going_back() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF (NEW.id, NEW.user_id, NEW.rubies, NEW.amount_cents, NEW.currency, NEW.provider, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.rubies, OLD.amount_cents, OLD.currency, OLD.provider, OLD.created_at)
      OR (OLD.reference IS NOT NULL AND NEW.reference IS DISTINCT FROM OLD.reference)
      OR (OLD.paid_at IS NOT NULL AND NEW.paid_at IS DISTINCT FROM OLD.paid_at)
      OR (OLD.paid_at IS NOT NULL AND OLD.payment_reference IS NOT NULL AND NEW.payment_reference IS DISTINCT FROM OLD.payment_reference)
      OR NEW.refunded_cents < OLD.refunded_cents
    THEN
      RAISE EXCEPTION 'What is known of order % can''t be unsaid.', OLD.id
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ruby_orders_facts_stay', TABLE = 'ruby_orders';
    END IF;
    IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (
      ('open', 'pending'), ('open', 'failed'), ('open', 'expired'), ('open', 'paid'), ('open', 'refunded'), ('open', 'disputed'),
      ('pending', 'failed'), ('pending', 'expired'), ('pending', 'paid'), ('pending', 'refunded'), ('pending', 'disputed'),
      ('failed', 'expired'), ('failed', 'paid'), ('failed', 'refunded'), ('failed', 'disputed'),
      ('expired', 'paid'), ('expired', 'refunded'), ('expired', 'disputed'),
      ('paid', 'refunded'), ('paid', 'disputed'), ${steps}
    ) THEN
      RAISE EXCEPTION 'Order % is %, and can''t become %.', OLD.id, OLD.state, NEW.state
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ruby_orders_state_machine', TABLE = 'ruby_orders';
    END IF;
    RETURN NEW;
  END $$
`
