import { BaseSchema } from '@adonisjs/lucid/schema'
import { partsOf, privateTable } from '#modules/kernel/private_table'

/*
 * The ledger, and the orders of rubies. Only the functions below write the ledger's tables.
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
    this.#createLedger()
    this.#createFunctions()
    this.#createOrders()
    this.#createChecks()
  }

  #createLedger() {
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
        'welcome', 'daily_reward', 'discord_reward', 'purchase', 'dispute_won', 'admin_grant', 'refund_failed',
        'refund', 'dispute', 'debt_payment', 'chat', 'reroll', 'admin_deduction'
      )
    `)

    // The fill factor leaves room in each page for the next version of a row. Every reply changes balance and held, which no index
    // covers (HOT). An account in debt has nothing to spend, because all rubies that are not held have paid the debt.
    this.schema.raw(
      privateTable(
        'ruby_accounts',
        `
        user_id uuid NOT NULL,
        balance bigint NOT NULL DEFAULT 0,
        held ruby_stock NOT NULL DEFAULT 0,
        seq bigint NOT NULL DEFAULT 0,
        debt ruby_debt NOT NULL DEFAULT 0,
        CONSTRAINT ruby_accounts_pkey PRIMARY KEY (user_id),
        CONSTRAINT ruby_accounts_enough_rubies CHECK (held <= balance AND (debt = 0 OR held = balance))
      `,
        { with: 'fillfactor = 50' }
      )
    )
    this.schema.raw('CREATE INDEX ruby_accounts_in_debt ON ruby_accounts (debt DESC, user_id) WHERE debt > 0')

    this.schema.raw(
      privateTable(
        'ruby_transactions',
        `
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
      `
      )
    )
    this.schema.raw(`
      CREATE UNIQUE INDEX ruby_transactions_key_once ON ruby_transactions (user_id, idempotency_key)
      WHERE idempotency_key IS NOT NULL
    `)
    this.schema.raw(`
      CREATE UNIQUE INDEX ruby_transactions_hold_once ON ruby_transactions (user_id, hold_id) WHERE hold_id IS NOT NULL
    `)
    // Rows are inserted in the order of time, so this index finds the beginning of a week and costs a posting nothing.
    this.schema.raw('CREATE INDEX ruby_transactions_by_time ON ruby_transactions USING brin (created_at)')

    // The history of each account's debt. Rubies that a refund or dispute could not take are a positive line. Rubies that a transaction
    // paid towards the debt are a negative line.
    this.schema.raw(
      privateTable(
        'ruby_debts',
        `
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
      `
      )
    )
    this.schema.raw(`
      CREATE UNIQUE INDEX ruby_debts_key_once ON ruby_debts (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL
    `)

    this.schema.raw(
      privateTable(
        'ruby_holds',
        `
        user_id uuid NOT NULL,
        id uuid NOT NULL,
        amount ruby_hold_amount NOT NULL,
        state ruby_hold_state NOT NULL DEFAULT 'held',
        expires_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        settled_at timestamptz,
        CONSTRAINT ruby_holds_pkey PRIMARY KEY (user_id, id),
        CONSTRAINT ruby_holds_settled_once CHECK ((state = 'held') = (settled_at IS NULL))
      `,
        { with: 'fillfactor = 85' }
      )
    )
    this.schema.raw(`CREATE INDEX ruby_holds_due ON ruby_holds (expires_at) WHERE state = 'held'`)

    // Accounts whose owner has deleted their account, with what was left in them. The ledger itself keeps its rows: they name an id that
    // no user has any more. A payment that comes in later is of an account that is listed here.
    this.schema.raw(
      privateTable(
        'ruby_closings',
        `
        user_id uuid NOT NULL,
        closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        rubies bigint NOT NULL,
        debt bigint NOT NULL,
        CONSTRAINT ruby_closings_pkey PRIMARY KEY (user_id)
      `
      )
    )

    // Welcome rubies that wait until the user's e-mail address is verified.
    this.schema.raw(
      privateTable(
        'ruby_waiting_welcomes',
        `
        user_id uuid NOT NULL,
        rubies bigint NOT NULL,
        CONSTRAINT ruby_waiting_welcomes_pkey PRIMARY KEY (user_id),
        CONSTRAINT ruby_waiting_welcomes_positive CHECK (rubies > 0)
      `
      )
    )

    // Rubies granted per network and UTC day. A network is stored as a keyed hash, and forgotten after two days.
    this.schema.raw(`
      CREATE TABLE ruby_network_rewards (
        day date NOT NULL,
        network_hash bytea NOT NULL,
        rubies bigint NOT NULL,
        CONSTRAINT ruby_network_rewards_pkey PRIMARY KEY (day, network_hash)
      )
    `)

    this.schema.raw(`
      CREATE FUNCTION ledger_refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'The ledger is append-only: % on % is refused. Post a transaction that corrects it.', TG_OP, TG_TABLE_NAME
          USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only', TABLE = TG_TABLE_NAME;
      END $$
    `)
    this.#refuse('UPDATE OR DELETE OR TRUNCATE', 'ruby_transactions', 'ruby_debts', 'ruby_closings')
    this.#refuse('DELETE OR TRUNCATE', 'ruby_accounts')
  }

  /*
   * The module's README is the contract of each function.
   *
   * The functions take locks in one order: the hold, then the one account row. Expiry changes several accounts, and locks them in the order
   * of their ids. All functions rely on READ COMMITTED: once a lock is granted, the next statement sees the commits of its previous holder.
   * Every reply holds and takes rubies, so on success each of these functions runs a single inner statement. The later parts of that
   * statement only apply to rows that the earlier parts return, so a conflict moves no rubies.
   */
  #createFunctions() {
    this.schema.raw(`
      CREATE FUNCTION ledger_open_account(p_user uuid) RETURNS void LANGUAGE sql AS $$
        INSERT INTO ruby_accounts (user_id) VALUES (p_user) ON CONFLICT (user_id) DO NOTHING
      $$
    `)

    // The insert waits for a concurrent insert of the same id to commit, so rubies move only if the row is new.
    this.schema.raw(`
      CREATE FUNCTION ledger_hold(p_user uuid, p_hold uuid, p_amount bigint, p_expires_at timestamptz)
      RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE
        v_rubies bigint;
      BEGIN
        WITH made AS (
          INSERT INTO ruby_holds (user_id, id, amount, expires_at) VALUES (p_user, p_hold, p_amount, p_expires_at)
          ON CONFLICT (user_id, id) DO NOTHING RETURNING id
        )
        UPDATE ruby_accounts SET held = held + p_amount WHERE user_id = p_user AND EXISTS (SELECT FROM made)
        RETURNING balance - held INTO v_rubies;
        IF FOUND THEN
          RETURN v_rubies;
        END IF;

        SELECT balance - held INTO v_rubies FROM ruby_accounts WHERE user_id = p_user;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'User % has no ruby account.', p_user
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ruby_accounts_known', TABLE = 'ruby_accounts';
        END IF;
        PERFORM FROM ruby_holds WHERE user_id = p_user AND id = p_hold AND amount = p_amount;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'Hold % is there already, for another amount.', p_hold
            USING ERRCODE = 'unique_violation', CONSTRAINT = 'ruby_holds_same_request', TABLE = 'ruby_holds';
        END IF;
        RETURN v_rubies;
      END $$
    `)

    this.schema.raw(`
      CREATE FUNCTION ledger_take(p_user uuid, p_hold uuid, p_type text, p_description text)
      RETURNS uuid LANGUAGE plpgsql AS $$
      DECLARE
        v_transaction uuid;
      BEGIN
        WITH hold AS (
          UPDATE ruby_holds SET state = 'taken', settled_at = clock_timestamp()
          WHERE user_id = p_user AND id = p_hold AND state = 'held' RETURNING amount
        ), account AS (
          UPDATE ruby_accounts a SET balance = a.balance - hold.amount, held = a.held - hold.amount, seq = a.seq + 1
          FROM hold WHERE a.user_id = p_user
          RETURNING a.seq, a.balance, hold.amount
        )
        INSERT INTO ruby_transactions (user_id, seq, amount, balance_after, type, description, hold_id)
        SELECT p_user, seq, -amount, balance, p_type::ruby_transaction_type, p_description, p_hold FROM account
        RETURNING id INTO v_transaction;
        IF FOUND THEN
          RETURN v_transaction;
        END IF;

        SELECT id INTO v_transaction FROM ruby_transactions WHERE user_id = p_user AND hold_id = p_hold;
        IF NOT FOUND THEN
          PERFORM FROM ruby_holds WHERE user_id = p_user AND id = p_hold AND state <> 'held';
          IF NOT FOUND THEN
            RAISE EXCEPTION 'User % has no hold %, or no account.', p_user, p_hold
              USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ruby_holds_known', TABLE = 'ruby_holds';
          END IF;
        END IF;
        RETURN v_transaction;
      END $$
    `)

    // Rubies that become free pay the debt, whether they are credited or released from a hold. The caller's update locks the account row.
    this.schema.raw(`
      CREATE FUNCTION ledger_note_payment(p_user uuid, p_paid bigint, p_seq bigint, p_balance bigint, p_debt bigint)
      RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        v_description text := format('Paid towards %s rubies owed after a payment was taken back', p_debt + p_paid);
        v_transaction uuid;
      BEGIN
        INSERT INTO ruby_transactions (user_id, seq, amount, balance_after, type, description, idempotency_key, request_hash)
        VALUES (p_user, p_seq, -p_paid, p_balance, 'debt_payment', v_description, format('debt_payment:%s', p_seq), sha256(''))
        RETURNING id INTO v_transaction;
        INSERT INTO ruby_debts (user_id, seq, amount, debt_after, cause, description, transaction_id)
        SELECT p_user, count(*) + 1, -p_paid, p_debt, 'payment', v_description, v_transaction FROM ruby_debts WHERE user_id = p_user;
      END $$
    `)

    this.schema.raw(`
      CREATE FUNCTION ledger_release(p_user uuid, p_amount bigint) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        v_account ruby_accounts;
        v_paid bigint;
      BEGIN
        UPDATE ruby_accounts SET held = held - p_amount WHERE user_id = p_user AND debt = 0;
        IF FOUND THEN
          RETURN;
        END IF;

        SELECT * INTO v_account FROM ruby_accounts WHERE user_id = p_user FOR UPDATE;
        v_paid := least(v_account.debt, p_amount);
        UPDATE ruby_accounts
        SET held = held - p_amount, balance = balance - v_paid, debt = debt - v_paid, seq = seq + sign(v_paid)::bigint
        WHERE user_id = p_user RETURNING * INTO v_account;
        IF v_paid > 0 THEN
          PERFORM ledger_note_payment(p_user, v_paid, v_account.seq, v_account.balance, v_account.debt);
        END IF;
      END $$
    `)

    this.schema.raw(`
      CREATE FUNCTION ledger_give_back(p_user uuid, p_hold uuid) RETURNS text LANGUAGE plpgsql AS $$
      DECLARE
        v_amount bigint;
        v_state text;
      BEGIN
        UPDATE ruby_holds SET state = 'given_back', settled_at = clock_timestamp()
        WHERE user_id = p_user AND id = p_hold AND state = 'held' RETURNING amount INTO v_amount;

        IF FOUND THEN
          PERFORM ledger_release(p_user, v_amount);
          RETURN 'given_back';
        END IF;

        SELECT state INTO v_state FROM ruby_holds WHERE user_id = p_user AND id = p_hold;
        RETURN v_state;
      END $$
    `)

    this.schema.raw(`
      CREATE FUNCTION ledger_expire_holds(p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
      DECLARE
        v_expired integer := 0;
        v_account record;
      BEGIN
        FOR v_account IN
          -- all users: the sweep
          WITH due AS (
            SELECT user_id, id FROM ruby_holds WHERE state = 'held' AND expires_at <= clock_timestamp()
            ORDER BY expires_at LIMIT p_limit FOR UPDATE SKIP LOCKED
          ), expired AS (
            UPDATE ruby_holds h SET state = 'expired', settled_at = clock_timestamp() FROM due
            WHERE h.user_id = due.user_id AND h.id = due.id RETURNING h.user_id, h.amount
          )
          SELECT user_id, sum(amount)::bigint AS amount, count(*)::integer AS holds FROM expired GROUP BY user_id ORDER BY user_id
        LOOP
          PERFORM ledger_release(v_account.user_id, v_account.amount);
          v_expired := v_expired + v_account.holds;
        END LOOP;
        RETURN v_expired;
      END $$
    `)

    // The account row is locked before the key is looked up, so two posts of one key can't both miss it.
    this.schema.raw(`
      CREATE FUNCTION ledger_post(
        p_user uuid, p_amount bigint, p_type text, p_description text, p_key text,
        OUT outcome text, OUT transaction_id uuid, OUT balance bigint, OUT rubies bigint
      ) LANGUAGE plpgsql AS $$
      #variable_conflict use_column
      DECLARE
        v_balance bigint;
        v_held bigint;
        v_seq bigint;
        v_debt bigint;
        v_paid bigint;
        v_hash bytea := sha256(convert_to(concat_ws(chr(31), p_amount, p_type, p_description), 'UTF8'));
        v_known record;
      BEGIN
        SELECT a.balance, a.held, a.seq, a.debt INTO v_balance, v_held, v_seq, v_debt
        FROM ruby_accounts a WHERE a.user_id = p_user FOR UPDATE;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'User % has no ruby account.', p_user
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ruby_accounts_known', TABLE = 'ruby_accounts';
        END IF;

        SELECT t.id, t.balance_after, t.request_hash INTO v_known
        FROM ruby_transactions t WHERE t.user_id = p_user AND t.idempotency_key = p_key;
        IF FOUND THEN
          IF v_known.request_hash <> v_hash THEN
            RAISE EXCEPTION 'The key of this transaction was used for another one of user %.', p_user
              USING ERRCODE = 'unique_violation', CONSTRAINT = 'ruby_transactions_same_request', TABLE = 'ruby_transactions';
          END IF;
          outcome := 'repeated';
          transaction_id := v_known.id;
          balance := v_known.balance_after;
          rubies := v_balance - v_held;
          RETURN;
        END IF;

        IF v_balance - v_held + p_amount < 0 THEN
          outcome := 'insufficient_rubies';
          balance := v_balance;
          rubies := v_balance - v_held;
          RETURN;
        END IF;

        v_paid := greatest(0, least(v_debt, p_amount));
        UPDATE ruby_accounts a
        SET balance = v_balance + p_amount - v_paid, debt = v_debt - v_paid, seq = v_seq + 1 + sign(v_paid)::bigint
        WHERE a.user_id = p_user;
        INSERT INTO ruby_transactions AS t
          (user_id, seq, amount, balance_after, type, description, idempotency_key, request_hash)
        VALUES (p_user, v_seq + 1, p_amount, v_balance + p_amount, p_type::ruby_transaction_type, p_description, p_key, v_hash)
        RETURNING t.id INTO transaction_id;
        IF v_paid > 0 THEN
          PERFORM ledger_note_payment(p_user, v_paid, v_seq + 2, v_balance + p_amount - v_paid, v_debt - v_paid);
        END IF;
        outcome := 'posted';
        balance := v_balance + p_amount;
        rubies := balance - v_paid - v_held;
        PERFORM pg_notify('facet_balances', p_user::text);
      END $$
    `)

    // Rubies that can't be taken now become debt, so a low balance never causes a refusal. The function writes a transaction, a line of
    // debt, or both, under one key.
    this.schema.raw(`
      CREATE FUNCTION ledger_take_back(
        p_user uuid, p_amount bigint, p_type text, p_description text, p_key text,
        OUT outcome text, OUT taken bigint, OUT owed bigint
      ) LANGUAGE plpgsql AS $$
      #variable_conflict use_column
      DECLARE
        v_account ruby_accounts;
        v_hash bytea := sha256(convert_to(concat_ws(chr(31), -p_amount, p_type, p_description), 'UTF8'));
        v_known_hash bytea;
      BEGIN
        IF p_amount <= 0 OR p_type NOT IN ('refund', 'dispute') THEN
          RAISE EXCEPTION '% rubies can''t be taken back as a %.', p_amount, p_type
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ruby_transactions_sign', TABLE = 'ruby_transactions';
        END IF;
        SELECT * INTO v_account FROM ruby_accounts a WHERE a.user_id = p_user FOR UPDATE;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'User % has no ruby account.', p_user
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'ruby_accounts_known', TABLE = 'ruby_accounts';
        END IF;

        SELECT -coalesce(t.amount, 0), coalesce(d.amount, 0), coalesce(t.request_hash, d.request_hash) INTO taken, owed, v_known_hash
        FROM (SELECT * FROM ruby_transactions WHERE user_id = p_user AND idempotency_key = p_key) t
        FULL JOIN (SELECT * FROM ruby_debts WHERE user_id = p_user AND idempotency_key = p_key) d ON true;
        IF FOUND THEN
          IF v_known_hash <> v_hash THEN
            RAISE EXCEPTION 'The key of this transaction was used for another one of user %.', p_user
              USING ERRCODE = 'unique_violation', CONSTRAINT = 'ruby_transactions_same_request', TABLE = 'ruby_transactions';
          END IF;
          outcome := 'repeated';
          RETURN;
        END IF;

        taken := least(p_amount, v_account.balance - v_account.held);
        owed := p_amount - taken;
        UPDATE ruby_accounts a SET balance = a.balance - taken, debt = a.debt + owed, seq = a.seq + sign(taken)::bigint
        WHERE a.user_id = p_user RETURNING * INTO v_account;
        IF taken > 0 THEN
          INSERT INTO ruby_transactions (user_id, seq, amount, balance_after, type, description, idempotency_key, request_hash)
          VALUES (p_user, v_account.seq, -taken, v_account.balance, p_type::ruby_transaction_type, p_description, p_key, v_hash);
        END IF;
        IF owed > 0 THEN
          INSERT INTO ruby_debts (user_id, seq, amount, debt_after, cause, description, idempotency_key, request_hash)
          SELECT p_user, count(*) + 1, owed, v_account.debt, p_type, p_description, p_key, v_hash FROM ruby_debts WHERE user_id = p_user;
        END IF;
        outcome := 'posted';
        PERFORM pg_notify('facet_balances', p_user::text);
      END $$
    `)
    // The available rubies of a user, as a row, so that PostgreSQL inlines it. No row without an account. A statement that holds rubies
    // for several users reads this first, because a refusal of `ledger_hold` would undo all of them.
    this.schema.raw(`
      CREATE FUNCTION ledger_available(p_user uuid) RETURNS TABLE (rubies bigint) LANGUAGE sql STABLE AS $$
        SELECT balance - held FROM ruby_accounts WHERE user_id = p_user
      $$
    `)
  }

  /*
   * Orders, and the reports of the payment providers about them. An order's row holds facts that only grow (paid, the refunded amount), so
   * events may arrive in any order. Its state follows from these facts.
   */
  #createOrders() {
    // `taken_back`: how many of its rubies were taken back, from the account's balance or as debt. `look_again_at`: when a paid order is
    // looked up again at its provider, for what no webhook told.
    this.schema.raw(
      privateTable(
        'ruby_orders',
        `
        user_id uuid NOT NULL,
        id uuid NOT NULL,
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
        look_again_at timestamptz DEFAULT clock_timestamp() + INTERVAL '1 day',
        CONSTRAINT ruby_orders_pkey PRIMARY KEY (user_id, id),
        CONSTRAINT ruby_orders_amounts_positive CHECK (rubies > 0 AND amount_cents > 0),
        CONSTRAINT ruby_orders_currency CHECK (currency ~ '^[a-z]{3}$'),
        CONSTRAINT ruby_orders_state_known CHECK (state IN ('open', 'pending', 'paid', 'failed', 'expired', 'refunded', 'disputed')),
        CONSTRAINT ruby_orders_paid_since CHECK ((paid_at IS NOT NULL) = (state IN ('paid', 'refunded', 'disputed'))),
        CONSTRAINT ruby_orders_refunded_within CHECK (refunded_cents BETWEEN 0 AND amount_cents),
        CONSTRAINT ruby_orders_taken_back_within CHECK (taken_back BETWEEN 0 AND rubies AND (taken_back = 0 OR paid_at IS NOT NULL))
      `
      )
    )
    // Providers name the order without its user.
    this.schema.raw('CREATE INDEX ruby_orders_by_id ON ruby_orders (id)')
    this.schema.raw('CREATE INDEX ruby_orders_of_user ON ruby_orders (user_id, created_at DESC)')
    this.schema.raw(
      `CREATE INDEX ruby_orders_unsettled ON ruby_orders (created_at, id) WHERE state IN ('open', 'pending')`
    )
    this.schema.raw(`
      CREATE INDEX ruby_orders_to_look_up ON ruby_orders (look_again_at) WHERE paid_at IS NOT NULL AND look_again_at IS NOT NULL
    `)

    // Finds the order of a payment. A payment belongs to one order of all users.
    this.schema.raw(`
      CREATE TABLE ruby_payments (
        provider text NOT NULL,
        payment_reference text NOT NULL,
        user_id uuid NOT NULL,
        order_id uuid NOT NULL,
        CONSTRAINT ruby_payments_pkey PRIMARY KEY (provider, payment_reference)
      )
    `)

    this.schema.raw(
      privateTable(
        'ruby_disputes',
        `
        user_id uuid NOT NULL,
        order_id uuid NOT NULL,
        dispute_id text NOT NULL,
        state text NOT NULL,
        amount_cents bigint NOT NULL,
        decided_at timestamptz,
        CONSTRAINT ruby_disputes_pkey PRIMARY KEY (user_id, order_id, dispute_id),
        CONSTRAINT ruby_disputes_order_fkey FOREIGN KEY (user_id, order_id) REFERENCES ruby_orders (user_id, id),
        CONSTRAINT ruby_disputes_state_known CHECK (state IN ('open', 'won', 'lost')),
        CONSTRAINT ruby_disputes_amount_positive CHECK (amount_cents > 0),
        CONSTRAINT ruby_disputes_decided CHECK ((state = 'open') = (decided_at IS NULL))
      `
      )
    )

    // When which total of refunds was reported: a total that was reported after a failed refund is without it.
    this.schema.raw(
      privateTable(
        'ruby_refund_reports',
        `
        user_id uuid NOT NULL,
        order_id uuid NOT NULL,
        reported_at timestamptz NOT NULL,
        refunded_cents bigint NOT NULL,
        CONSTRAINT ruby_refund_reports_pkey PRIMARY KEY (user_id, order_id, reported_at, refunded_cents),
        CONSTRAINT ruby_refund_reports_order_fkey FOREIGN KEY (user_id, order_id) REFERENCES ruby_orders (user_id, id),
        CONSTRAINT ruby_refund_reports_amount_positive CHECK (refunded_cents > 0)
      `
      )
    )
    this.schema.raw(
      privateTable(
        'ruby_failed_refunds',
        `
        user_id uuid NOT NULL,
        order_id uuid NOT NULL,
        refund_id text NOT NULL,
        amount_cents bigint NOT NULL,
        failed_at timestamptz NOT NULL,
        CONSTRAINT ruby_failed_refunds_pkey PRIMARY KEY (user_id, order_id, refund_id),
        CONSTRAINT ruby_failed_refunds_order_fkey FOREIGN KEY (user_id, order_id) REFERENCES ruby_orders (user_id, id),
        CONSTRAINT ruby_failed_refunds_amount_positive CHECK (amount_cents > 0)
      `
      )
    )

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
          ('disputed', 'paid'), ('disputed', 'refunded'), ('refunded', 'disputed'), ('refunded', 'paid')
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
    this.#refuse('DELETE OR TRUNCATE', 'ruby_orders', 'ruby_disputes', 'ruby_failed_refunds')
    this.#refuse('UPDATE OR DELETE OR TRUNCATE', 'ruby_refund_reports')
  }

  #createChecks() {
    // The findings of the servers when they recomputed the ledger. The latest rows are kept.
    this.schema.raw(`
      CREATE TABLE ledger_checks (
        id bigint GENERATED ALWAYS AS IDENTITY,
        finished_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        took_ms integer NOT NULL,
        accounts bigint NOT NULL,
        problem_count integer NOT NULL,
        problems jsonb NOT NULL,
        CONSTRAINT ledger_checks_pkey PRIMARY KEY (id)
      )
    `)

    // How far the servers have checked the ledger. A mark says of an account that its history was right up to `seq` and `debt_seq`, and
    // what it added up to. `full_at`: when it was last checked from its first line. An account that is off has no mark to go on from.
    this.schema.raw(
      privateTable(
        'ledger_marks',
        `
        user_id uuid NOT NULL,
        seq bigint NOT NULL,
        balance bigint NOT NULL,
        debt_seq bigint NOT NULL,
        debt bigint NOT NULL,
        checked_at timestamptz NOT NULL,
        full_at timestamptz NOT NULL,
        is_off boolean NOT NULL,
        CONSTRAINT ledger_marks_pkey PRIMARY KEY (user_id)
      `,
        { with: 'fillfactor = 70' }
      )
    )

    // The one row is the check under way, so that any process can go on with it.
    this.schema.raw(`
      CREATE TABLE ledger_check_progress (
        only_row boolean NOT NULL DEFAULT true,
        started_at timestamptz,
        after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
        took_ms integer NOT NULL DEFAULT 0,
        accounts bigint NOT NULL DEFAULT 0,
        problem_count integer NOT NULL DEFAULT 0,
        problems jsonb NOT NULL DEFAULT '[]',
        failures integer NOT NULL DEFAULT 0,
        failed_at timestamptz,
        failure text,
        CONSTRAINT ledger_check_progress_pkey PRIMARY KEY (only_row),
        CONSTRAINT ledger_check_progress_one_row CHECK (only_row)
      )
    `)
    this.schema.raw('INSERT INTO ledger_check_progress DEFAULT VALUES')
  }

  /** Protects tables from these statements. A trigger of a statement fires for the table that the statement names, so partitions have their own. */
  #refuse(statements: string, ...tables: string[]) {
    for (const table of tables.flatMap((name) => [...new Set([name, ...partsOf(name)])]))
      this.schema.raw(`
        CREATE TRIGGER ${table}_append_only BEFORE ${statements} ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewriting()
      `)
  }
}
