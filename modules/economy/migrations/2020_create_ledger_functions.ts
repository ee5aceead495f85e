import { BaseSchema } from '@adonisjs/lucid/schema'

/*
 * The only writers of the ledger; the module's README promises what each does.
 *
 * Locks are taken in one order: the hold, then the one account row. Where several accounts are touched (expiry), they
 * are locked in the order of their ids. All rely on READ COMMITTED: after a lock is got, the next statement sees what
 * the previous holder of that lock committed. Holding and taking run with every reply, so each is one inner statement where all is
 * well, in which a later part happens only to the rows that an earlier one gives: a conflict moves nothing.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      CREATE FUNCTION ledger_open_account(p_user uuid) RETURNS void LANGUAGE sql AS $$
        INSERT INTO ruby_accounts (user_id) VALUES (p_user) ON CONFLICT (user_id) DO NOTHING
      $$
    `)

    // The insert waits for a rival of the same id to commit, so the rubies move only where the row is really new.
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
          UPDATE ruby_accounts SET held = held - v_amount WHERE user_id = v_user;
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
          UPDATE ruby_accounts SET held = held - v_account.amount WHERE user_id = v_account.user_id;
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
        v_hash bytea := sha256(convert_to(concat_ws(chr(31), p_amount, p_type, p_description), 'UTF8'));
        v_known record;
      BEGIN
        SELECT a.balance, a.held, a.seq INTO v_balance, v_held, v_seq FROM ruby_accounts a WHERE a.user_id = p_user FOR UPDATE;
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

        UPDATE ruby_accounts a SET balance = v_balance + p_amount, seq = v_seq + 1 WHERE a.user_id = p_user;
        INSERT INTO ruby_transactions AS t
          (user_id, seq, amount, balance_after, type, description, idempotency_key, request_hash)
        VALUES (p_user, v_seq + 1, p_amount, v_balance + p_amount, p_type::ruby_transaction_type, p_description, p_key, v_hash)
        RETURNING t.id INTO transaction_id;
        outcome := 'posted';
        balance := v_balance + p_amount;
        rubies := balance - v_held;
      END $$
    `)
  }

  override async down() {
    this.schema.raw('DROP FUNCTION ledger_post(uuid, bigint, text, text, text)')
    this.schema.raw('DROP FUNCTION ledger_expire_holds(integer)')
    this.schema.raw('DROP FUNCTION ledger_give_back(uuid)')
    this.schema.raw('DROP FUNCTION ledger_take(uuid, text, text)')
    this.schema.raw('DROP FUNCTION ledger_hold(uuid, uuid, bigint, timestamptz)')
    this.schema.raw('DROP FUNCTION ledger_open_account(uuid)')
  }
}
