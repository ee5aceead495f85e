import { BaseSchema } from '@adonisjs/lucid/schema'

/*
 * The ledger's tables. Only the functions of 2020 write them.
 *
 * No foreign key leaves the ledger, because it outlives its users. Its own tables have none either: the check would take a second lock
 * on the account row that every function here has locked already (seen as multixacts on a hot user). `verify-ledger` checks the same
 * references.
 *
 * Domains constrain the values of a column, instead of CHECK constraints of the table. PostgreSQL reads a table's checks again for every
 * statement that writes the table, but caches those of a domain. This saves a tenth of the database's work on a reply.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE DOMAIN ruby_stock AS bigint CONSTRAINT ruby_accounts_held_not_negative CHECK (VALUE >= 0);
      CREATE DOMAIN ruby_hold_amount AS bigint CONSTRAINT ruby_holds_amount_positive CHECK (VALUE > 0);
      CREATE DOMAIN ruby_hold_state AS text
        CONSTRAINT ruby_holds_state_known CHECK (VALUE IN ('held', 'taken', 'given_back', 'expired'));
      CREATE DOMAIN ruby_movement AS bigint CONSTRAINT ruby_transactions_amount_not_zero CHECK (VALUE <> 0);
      CREATE DOMAIN ruby_debt AS bigint CONSTRAINT ruby_accounts_debt_not_negative CHECK (VALUE >= 0);
    `)
    // Credits come before debits, because `ruby_transactions_sign` relies on this order.
    this.schema.raw(`
      CREATE TYPE ruby_transaction_type AS ENUM (
        'welcome', 'daily_reward', 'discord_reward', 'purchase', 'dispute_won', 'admin_grant',
        'refund', 'dispute', 'debt_payment', 'chat', 'reroll', 'admin_deduction'
      )
    `)

    // The fill factor leaves room in each page for the next version of a row. Every reply changes balance and held, which no index
    // covers (HOT). An account in debt has nothing to spend, because all rubies that are not held have paid the debt.
    this.schema.raw(`
      CREATE TABLE ruby_accounts (
        user_id uuid NOT NULL,
        balance bigint NOT NULL DEFAULT 0,
        held ruby_stock NOT NULL DEFAULT 0,
        seq bigint NOT NULL DEFAULT 0,
        debt ruby_debt NOT NULL DEFAULT 0,
        CONSTRAINT ruby_accounts_pkey PRIMARY KEY (user_id),
        CONSTRAINT ruby_accounts_enough_rubies CHECK (held <= balance AND (debt = 0 OR held = balance))
      ) WITH (fillfactor = 50)
    `)
    this.schema.raw('CREATE INDEX ruby_accounts_in_debt ON ruby_accounts (debt DESC, user_id) WHERE debt > 0')

    this.schema.raw(`
      CREATE TABLE ruby_transactions (
        user_id uuid NOT NULL,
        seq bigint NOT NULL,
        id uuid NOT NULL DEFAULT uuidv7(),
        amount ruby_movement NOT NULL,
        balance_after bigint NOT NULL,
        type ruby_transaction_type NOT NULL,
        description text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        hold_id uuid,
        idempotency_key text,
        request_hash bytea,
        CONSTRAINT ruby_transactions_pkey PRIMARY KEY (user_id, seq),
        CONSTRAINT ruby_transactions_balance_not_negative CHECK (balance_after >= 0),
        CONSTRAINT ruby_transactions_sign CHECK ((amount > 0) = (type < 'refund')),
        CONSTRAINT ruby_transactions_one_cause CHECK ((hold_id IS NULL) <> (idempotency_key IS NULL)),
        CONSTRAINT ruby_transactions_key_with_request CHECK ((idempotency_key IS NULL) = (request_hash IS NULL))
      )
    `)
    this.schema.raw(`
      CREATE UNIQUE INDEX ruby_transactions_key_once ON ruby_transactions (user_id, idempotency_key)
      WHERE idempotency_key IS NOT NULL
    `)
    this.schema.raw(`
      CREATE UNIQUE INDEX ruby_transactions_hold_once ON ruby_transactions (hold_id) WHERE hold_id IS NOT NULL
    `)
    // Rows are inserted in the order of time, so this index finds the beginning of a week and costs a posting nothing.
    this.schema.raw('CREATE INDEX ruby_transactions_by_time ON ruby_transactions USING brin (created_at)')

    // The history of each account's debt. Rubies that a refund or dispute could not take are a positive line. Rubies that a transaction
    // paid towards the debt are a negative line.
    this.schema.raw(`
      CREATE TABLE ruby_debts (
        user_id uuid NOT NULL,
        seq bigint NOT NULL,
        amount ruby_movement NOT NULL,
        debt_after ruby_debt NOT NULL,
        cause text NOT NULL,
        description text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        transaction_id uuid,
        idempotency_key text,
        request_hash bytea,
        CONSTRAINT ruby_debts_pkey PRIMARY KEY (user_id, seq),
        CONSTRAINT ruby_debts_cause_known CHECK (cause IN ('refund', 'dispute', 'payment')),
        CONSTRAINT ruby_debts_sign CHECK ((amount < 0) = (cause = 'payment')),
        CONSTRAINT ruby_debts_paid_by_a_transaction CHECK ((cause = 'payment') = (transaction_id IS NOT NULL)),
        CONSTRAINT ruby_debts_one_cause CHECK ((transaction_id IS NULL) <> (idempotency_key IS NULL)),
        CONSTRAINT ruby_debts_key_with_request CHECK ((idempotency_key IS NULL) = (request_hash IS NULL))
      )
    `)
    this.schema.raw(`
      CREATE UNIQUE INDEX ruby_debts_key_once ON ruby_debts (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL
    `)

    this.schema.raw(`
      CREATE TABLE ruby_holds (
        id uuid NOT NULL,
        user_id uuid NOT NULL,
        amount ruby_hold_amount NOT NULL,
        state ruby_hold_state NOT NULL DEFAULT 'held',
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        settled_at timestamptz,
        CONSTRAINT ruby_holds_pkey PRIMARY KEY (id),
        CONSTRAINT ruby_holds_settled_once CHECK ((state = 'held') = (settled_at IS NULL))
      ) WITH (fillfactor = 85)
    `)
    this.schema.raw(`CREATE INDEX ruby_holds_due ON ruby_holds (expires_at) WHERE state = 'held'`)

    this.schema.raw(`
      CREATE FUNCTION ledger_refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'The ledger is append-only: % on % is refused. Post a transaction that corrects it.', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only', TABLE = TG_TABLE_NAME;
      END $$
    `)
    this.schema.raw(`
      CREATE TRIGGER ruby_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ruby_transactions
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewriting()
    `)
    this.schema.raw(`
      CREATE TRIGGER ruby_debts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ruby_debts
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewriting()
    `)
    this.schema.raw(`
      CREATE TRIGGER ruby_accounts_append_only BEFORE DELETE OR TRUNCATE ON ruby_accounts
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewriting()
    `)
  }

  override async down() {
    this.schema.dropTable('ruby_holds')
    this.schema.dropTable('ruby_debts')
    this.schema.dropTable('ruby_transactions')
    this.schema.dropTable('ruby_accounts')
    this.schema.raw('DROP FUNCTION ledger_refuse_rewriting()')
    this.schema.raw('DROP TYPE ruby_transaction_type')
    this.schema.raw('DROP DOMAIN ruby_stock, ruby_hold_amount, ruby_hold_state, ruby_movement, ruby_debt')
  }
}
