import { BaseSchema } from '@adonisjs/lucid/schema'

/*
 * The only writers of the ledger. The module's README is the contract of each function.
 *
 * The functions take locks in one order: the hold, then the one account row. Expiry changes several accounts, and locks them in the order
 * of their ids. All functions rely on READ COMMITTED: once a lock is granted, the next statement sees the commits of its previous holder.
 * Every reply holds and takes rubies, so on success each of these functions runs a single inner statement. The later parts of that
 * statement only apply to rows that the earlier parts return, so a conflict moves no rubies.
 */
export default class extends BaseSchema {
  override async up() {
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
          INSERT INTO ruby_holds (id, user_id, amount, expires_at) VALUES (p_hold, p_user, p_amount, p_expires_at)
          ON CONFLICT (id) DO NOTHING RETURNING id
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
        PERFORM FROM ruby_holds WHERE id = p_hold AND user_id = p_user AND amount = p_amount;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'Hold % is there already, for another user or another amount.', p_hold
            USING ERRCODE = 'unique_violation', CONSTRAINT = 'ruby_holds_same_request', TABLE = 'ruby_holds';
        END IF;
        RETURN v_rubies;
      END $$
    `)

    this.schema.raw(`
      CREATE FUNCTION ledger_take(p_hold uuid, p_type text, p_description text)
      RETURNS uuid LANGUAGE plpgsql AS $$
      DECLARE
        v_transaction uuid;
      BEGIN
        WITH hold AS (
          UPDATE ruby_holds SET state = 'taken', settled_at = clock_timestamp() WHERE id = p_hold AND state = 'held'
          RETURNING user_id, amount
        ), account AS (
          UPDATE ruby_accounts a SET balance = a.balance - hold.amount, held = a.held - hold.amount, seq = a.seq + 1
          FROM hold WHERE a.user_id = hold.user_id
          RETURNING a.user_id, a.seq, a.balance, hold.amount
        )
        INSERT INTO ruby_transactions (user_id, seq, amount, balance_after, type, description, hold_id)
        SELECT user_id, seq, -amount, balance, p_type::ruby_transaction_type, p_description, p_hold FROM account
        RETURNING id INTO v_transaction;
        IF FOUND THEN
          RETURN v_transaction;
        END IF;

        SELECT id INTO v_transaction FROM ruby_transactions WHERE hold_id = p_hold;
        IF NOT FOUND THEN
          PERFORM FROM ruby_holds WHERE id = p_hold AND state <> 'held';
          IF NOT FOUND THEN
            RAISE EXCEPTION 'There is no hold %, or no account that it is of.', p_hold
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
      CREATE FUNCTION ledger_give_back(p_hold uuid) RETURNS text LANGUAGE plpgsql AS $$
      DECLARE
        v_user uuid;
        v_amount bigint;
        v_state text;
      BEGIN
        UPDATE ruby_holds SET state = 'given_back', settled_at = clock_timestamp() WHERE id = p_hold AND state = 'held'
        RETURNING user_id, amount INTO v_user, v_amount;

        IF FOUND THEN
          PERFORM ledger_release(v_user, v_amount);
          RETURN 'given_back';
        END IF;

        SELECT state INTO v_state FROM ruby_holds WHERE id = p_hold;
        RETURN v_state;
      END $$
    `)

    this.schema.raw(`
      CREATE FUNCTION ledger_expire_holds(p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
      DECLARE
        v_ids uuid[];
        v_account record;
      BEGIN
        SELECT array_agg(id) INTO v_ids FROM (
          SELECT id FROM ruby_holds WHERE state = 'held' AND expires_at <= clock_timestamp()
          ORDER BY expires_at LIMIT p_limit FOR UPDATE SKIP LOCKED
        ) due;
        IF v_ids IS NULL THEN
          RETURN 0;
        END IF;

        UPDATE ruby_holds SET state = 'expired', settled_at = clock_timestamp() WHERE id = ANY (v_ids);
        FOR v_account IN
          SELECT user_id, sum(amount)::bigint AS amount FROM ruby_holds WHERE id = ANY (v_ids) GROUP BY user_id ORDER BY user_id
        LOOP
          PERFORM ledger_release(v_account.user_id, v_account.amount);
        END LOOP;
        RETURN cardinality(v_ids);
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
  }

  override async down() {
    this.schema.raw('DROP FUNCTION ledger_take_back(uuid, bigint, text, text, text)')
    this.schema.raw('DROP FUNCTION ledger_post(uuid, bigint, text, text, text)')
    this.schema.raw('DROP FUNCTION ledger_expire_holds(integer)')
    this.schema.raw('DROP FUNCTION ledger_give_back(uuid)')
    this.schema.raw('DROP FUNCTION ledger_release(uuid, bigint)')
    this.schema.raw('DROP FUNCTION ledger_note_payment(uuid, bigint, bigint, bigint, bigint)')
    this.schema.raw('DROP FUNCTION ledger_take(uuid, text, text)')
    this.schema.raw('DROP FUNCTION ledger_hold(uuid, uuid, bigint, timestamptz)')
    this.schema.raw('DROP FUNCTION ledger_open_account(uuid)')
  }
}
