import { BaseSchema } from '@adonisjs/lucid/schema'
import { allowServer, runAsOwner } from '#modules/kernel/server_role'

/**
 * Only functions write the ledger's tables: the servers' role may read them. Orders and what belongs to them keep their triggers, because
 * the servers write them.
 *
 * The functions change rows of one user per statement, and read the clock before it, so that the tables can be distributed by users.
 */
export default class extends BaseSchema {
  override async up() {
    // Locks the account until the transaction ends. No row for an unknown account.
    this.schema.raw(`
      CREATE FUNCTION ledger_lock_account(p_user uuid) RETURNS TABLE (rubies bigint, debt bigint) LANGUAGE sql AS $$
        SELECT a.balance - a.held, a.debt::bigint FROM ruby_accounts a WHERE a.user_id = p_user FOR UPDATE
      $$
    `)
    // Locks the account first, so a concurrent posting either precedes the closing or sees it.
    this.schema.raw(`
      CREATE FUNCTION ledger_close_account(p_user uuid) RETURNS void LANGUAGE sql AS $$
        INSERT INTO ruby_closings (user_id, rubies, debt)
        SELECT p_user, rubies, debt FROM ledger_lock_account(p_user) ON CONFLICT DO NOTHING
      $$
    `)
    this.#replaceFunctions()
    for (const name of [
      'ledger_open_account',
      'ledger_lock_account',
      'ledger_close_account',
      'ledger_hold',
      'ledger_take',
      'ledger_give_back',
      'ledger_expire_holds',
      'ledger_post',
      'ledger_take_back',
    ])
      this.schema.raw(runAsOwner(name))
    for (const table of ['ruby_accounts', 'ruby_transactions', 'ruby_debts', 'ruby_holds', 'ruby_closings'])
      this.schema.raw(allowServer(table, ['SELECT']))
    for (const table of ['ruby_orders', 'ruby_disputes', 'ruby_failed_refunds'])
      this.schema.raw(allowServer(table, ['INSERT', 'SELECT', 'UPDATE']))
    this.schema.raw(allowServer('ruby_refund_reports', ['INSERT', 'SELECT']))
  }
  /** They are those of the first migration, apart from the clock. The sweep skips locked holds as before. */
  #replaceFunctions() {
    this.schema.raw(`
      CREATE OR REPLACE FUNCTION ledger_take(p_user uuid, p_hold uuid, p_type text, p_description text)
      RETURNS uuid LANGUAGE plpgsql AS $$
      DECLARE
        v_transaction uuid;
        v_now timestamptz := clock_timestamp();
      BEGIN
        WITH hold AS (
          UPDATE ruby_holds SET state = 'taken', settled_at = v_now
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
    this.schema.raw(`
      CREATE OR REPLACE FUNCTION ledger_give_back(p_user uuid, p_hold uuid) RETURNS text LANGUAGE plpgsql AS $$
      DECLARE
        v_amount bigint;
        v_state text;
        v_now timestamptz := clock_timestamp();
      BEGIN
        UPDATE ruby_holds SET state = 'given_back', settled_at = v_now
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
      CREATE OR REPLACE FUNCTION ledger_expire_holds(p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
      DECLARE
        v_now timestamptz := clock_timestamp();
        v_expired integer := 0;
        v_user uuid;
        v_amount bigint;
        v_holds integer;
      BEGIN
        FOR v_user IN
          -- all users: the sweep
          SELECT DISTINCT user_id FROM (
            SELECT user_id FROM ruby_holds WHERE state = 'held' AND expires_at <= v_now ORDER BY expires_at LIMIT p_limit
          ) due ORDER BY user_id
        LOOP
          WITH due AS (
            SELECT id FROM ruby_holds WHERE user_id = v_user AND state = 'held' AND expires_at <= v_now
            ORDER BY expires_at LIMIT p_limit - v_expired FOR UPDATE SKIP LOCKED
          ), expired AS (
            UPDATE ruby_holds h SET state = 'expired', settled_at = v_now FROM due
            WHERE h.user_id = v_user AND h.id = due.id RETURNING h.amount
          )
          SELECT sum(amount), count(*) INTO v_amount, v_holds FROM expired;
          CONTINUE WHEN v_holds = 0;
          PERFORM ledger_release(v_user, v_amount);
          v_expired := v_expired + v_holds;
          EXIT WHEN v_expired >= p_limit;
        END LOOP;
        RETURN v_expired;
      END $$
    `)
  }
}
