import { BaseSchema } from '@adonisjs/lucid/schema'

/*
 * Orders, and the reports of the payment providers about them. An order's row holds facts that only grow (paid, the refunded amount), so
 * events may arrive in any order. Its state follows from these facts. `taken_back` is the number of its rubies that were taken back: from
 * the account's balance or as debt.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE TABLE ruby_orders (
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        rubies bigint NOT NULL,
        amount_cents bigint NOT NULL,
        currency text NOT NULL,
        provider text NOT NULL,
        is_test boolean NOT NULL DEFAULT false,
        state text NOT NULL DEFAULT 'open',
        reference text,
        payment_reference text,
        refunded_cents bigint NOT NULL DEFAULT 0,
        taken_back bigint NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        paid_at timestamptz,
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        asked_at timestamptz,
        CONSTRAINT ruby_orders_pkey PRIMARY KEY (id),
        CONSTRAINT ruby_orders_amounts_positive CHECK (rubies > 0 AND amount_cents > 0),
        CONSTRAINT ruby_orders_currency CHECK (currency ~ '^[a-z]{3}$'),
        CONSTRAINT ruby_orders_state_known CHECK (state IN ('open', 'pending', 'paid', 'failed', 'expired', 'refunded', 'disputed')),
        CONSTRAINT ruby_orders_paid_since CHECK ((paid_at IS NOT NULL) = (state IN ('paid', 'refunded', 'disputed'))),
        CONSTRAINT ruby_orders_refunded_within CHECK (refunded_cents BETWEEN 0 AND amount_cents),
        CONSTRAINT ruby_orders_taken_back_within CHECK (taken_back BETWEEN 0 AND rubies AND (taken_back = 0 OR paid_at IS NOT NULL)),
        CONSTRAINT ruby_orders_payment_once UNIQUE (provider, payment_reference)
      )
    `)
    this.schema.raw('CREATE INDEX ruby_orders_of_user ON ruby_orders (user_id, created_at DESC)')
    this.schema.raw(
      `CREATE INDEX ruby_orders_unsettled ON ruby_orders (created_at, id) WHERE state IN ('open', 'pending')`
    )

    this.schema.raw(`
      CREATE TABLE ruby_disputes (
        order_id uuid NOT NULL REFERENCES ruby_orders (id),
        dispute_id text NOT NULL,
        state text NOT NULL,
        amount_cents bigint NOT NULL,
        decided_at timestamptz,
        CONSTRAINT ruby_disputes_pkey PRIMARY KEY (order_id, dispute_id),
        CONSTRAINT ruby_disputes_state_known CHECK (state IN ('open', 'won', 'lost')),
        CONSTRAINT ruby_disputes_amount_positive CHECK (amount_cents > 0),
        CONSTRAINT ruby_disputes_decided CHECK ((state = 'open') = (decided_at IS NULL))
      )
    `)

    // An event whose payment belongs to no order yet is kept, and applied once an order has it. Until then, `applied_at` is null.
    this.schema.raw(`
      CREATE TABLE payment_events (
        provider text NOT NULL,
        event_id text NOT NULL,
        type text NOT NULL,
        order_id uuid,
        payment_reference text,
        event jsonb NOT NULL,
        received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        applied_at timestamptz,
        CONSTRAINT payment_events_pkey PRIMARY KEY (provider, event_id, type),
        CONSTRAINT payment_events_applied_to_an_order CHECK ((applied_at IS NULL) = (order_id IS NULL))
      )
    `)
    this.schema.raw(`
      CREATE INDEX payment_events_waiting ON payment_events (provider, payment_reference) WHERE applied_at IS NULL
    `)

    this.schema.raw(`
      CREATE FUNCTION ruby_orders_refuse_going_back() RETURNS trigger LANGUAGE plpgsql AS $$
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
          ('paid', 'refunded'), ('paid', 'disputed'),
          ('disputed', 'paid'), ('disputed', 'refunded'), ('refunded', 'disputed')
        ) THEN
          RAISE EXCEPTION 'Order % is %, and can''t become %.', OLD.id, OLD.state, NEW.state
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ruby_orders_state_machine', TABLE = 'ruby_orders';
        END IF;
        RETURN NEW;
      END $$
    `)
    this.schema.raw(`
      CREATE TRIGGER ruby_orders_only_forward BEFORE UPDATE ON ruby_orders
      FOR EACH ROW EXECUTE FUNCTION ruby_orders_refuse_going_back()
    `)
    for (const table of ['ruby_orders', 'ruby_disputes'])
      this.schema.raw(`
        CREATE TRIGGER ${table}_append_only BEFORE DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewriting()
      `)
  }

  override async down() {
    this.schema.dropTable('payment_events')
    this.schema.dropTable('ruby_disputes')
    this.schema.dropTable('ruby_orders')
    this.schema.raw('DROP FUNCTION ruby_orders_refuse_going_back()')
  }
}
