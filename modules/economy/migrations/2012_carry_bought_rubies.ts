import { BaseSchema } from '@adonisjs/lucid/schema'
import { runAsOwner, stillRunAsOwner } from '#modules/kernel/server_role'

/** The two functions differ in what the same statement also writes. Both return null for a hold that was released. */
const takeFunction = (head: string, more = { columns: '', accrual: '' }) => `
  ${head}
  RETURNS uuid LANGUAGE plpgsql AS $$
  DECLARE
    v_transaction uuid;
    v_now timestamptz := clock_timestamp();
  BEGIN
    WITH hold AS (
      UPDATE ruby_holds SET state = 'taken', settled_at = v_now
      WHERE user_id = p_user AND id = p_hold AND state = 'held' RETURNING amount
    ), account AS (
      UPDATE ruby_accounts a SET balance = a.balance - hold.amount, held = a.held - hold.amount, seq = a.seq + 1,
        bought = least(a.bought, a.balance - hold.amount)
      FROM hold WHERE a.user_id = p_user
      RETURNING a.seq, a.balance, hold.amount${more.columns}
    )${more.accrual}
    INSERT INTO ruby_transactions (user_id, seq, amount, balance_after, type, description, hold_id)
    SELECT p_user, seq, -amount, balance, p_type::ruby_transaction_type, p_description, p_hold FROM account
    RETURNING id INTO v_transaction;
    IF FOUND THEN
      RETURN v_transaction;
    END IF;
    RETURN ledger_taken(p_user, p_hold);
  END $$
`

const ledgerTake = takeFunction(
  'CREATE OR REPLACE FUNCTION ledger_take(p_user uuid, p_hold uuid, p_type text, p_description text)'
)

/** Charges a reply, and writes a share of its bought rubies for the character's creator. */
const ledgerTakeShared = takeFunction(
  `CREATE FUNCTION ledger_take_shared(
    p_user uuid, p_hold uuid, p_type text, p_description text, p_creator uuid, p_percent integer
  )`,
  {
    columns: ', old.bought - new.bought AS bought',
    accrual: `, accrual AS (
      INSERT INTO share_accruals (user_id, hold_id, creator_id, origin, bought, share)
      SELECT p_user, p_hold, p_creator, p_type::ruby_transaction_type, bought, bought * p_percent FROM account
      WHERE bought > 0 AND p_creator <> p_user
    )`,
  }
)

/**
 * Accounts carry how many of their rubies were bought. Free rubies are spent first, so a debit lowers `bought` only as far as the new balance
 * demands. What a purchase brings raises it, also when a refund failed or a dispute was won. What a refund or dispute takes or
 * makes a debt lowers it first.
 * A refund of bought rubies that were spent takes back the shares of their replies. Bought rubies that pay the debt restore them.
 *
 * All accounts begin with 0, which any balance allows, so calls of the earlier functions that are still running succeed. The next migration
 * counts what was bought before.
 */
export default class extends BaseSchema {
  override async up() {
    this.schema.raw(`
      ALTER TABLE ruby_accounts ADD COLUMN bought bigint NOT NULL DEFAULT 0,
        ADD CONSTRAINT ruby_accounts_bought_within CHECK (bought BETWEEN 0 AND balance)
    `)
    this.#replaceFunctions()
    this.schema.raw(runAsOwner('ledger_take_shared'))
    this.schema.raw(stillRunAsOwner)
  }

  /** They are those of before, apart from `bought`. */
  #replaceFunctions() {
    for (const take of [ledgerTake, ledgerTakeShared]) this.schema.raw(take)

    // The answer for a hold that isn't held: the transaction that took it, or null when it was released.
    this.schema.raw(`
      CREATE FUNCTION ledger_taken(p_user uuid, p_hold uuid) RETURNS uuid LANGUAGE plpgsql AS $$
      DECLARE
        v_transaction uuid;
      BEGIN
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
      CREATE OR REPLACE FUNCTION ledger_release(p_user uuid, p_amount bigint) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        v_account ruby_accounts;
        v_paid bigint;
        v_bought bigint;
      BEGIN
        UPDATE ruby_accounts SET held = held - p_amount WHERE user_id = p_user AND debt = 0;
        IF FOUND THEN
          RETURN;
        END IF;

        SELECT * INTO v_account FROM ruby_accounts WHERE user_id = p_user FOR UPDATE;
        v_paid := least(v_account.debt, p_amount);
        v_bought := v_account.bought;
        UPDATE ruby_accounts
        SET held = held - p_amount, balance = balance - v_paid, debt = debt - v_paid, seq = seq + sign(v_paid)::bigint,
          bought = least(bought, balance - v_paid)
        WHERE user_id = p_user RETURNING * INTO v_account;
        IF v_paid > 0 THEN
          PERFORM ledger_note_payment(p_user, v_paid, v_account.seq, v_account.balance, v_account.debt);
          PERFORM ledger_return_shares(p_user, v_account.bought - v_bought);
        END IF;
      END $$
    `)

    this.schema.raw(`
      CREATE OR REPLACE FUNCTION ledger_post(
        p_user uuid, p_amount bigint, p_type text, p_description text, p_key text,
        OUT outcome text, OUT transaction_id uuid, OUT balance bigint, OUT rubies bigint
      ) LANGUAGE plpgsql AS $$
      #variable_conflict use_column
      DECLARE
        v_balance bigint;
        v_held bigint;
        v_seq bigint;
        v_debt bigint;
        v_bought bigint;
        v_paid bigint;
        v_hash bytea := sha256(convert_to(concat_ws(chr(31), p_amount, p_type, p_description), 'UTF8'));
        v_known record;
      BEGIN
        SELECT a.balance, a.held, a.seq, a.debt, a.bought INTO v_balance, v_held, v_seq, v_debt, v_bought
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
        IF p_type IN ('purchase', 'refund_failed', 'dispute_won') THEN
          v_bought := v_bought + p_amount;
        END IF;
        UPDATE ruby_accounts a
        SET balance = v_balance + p_amount - v_paid, debt = v_debt - v_paid, seq = v_seq + 1 + sign(v_paid)::bigint,
          bought = least(v_bought, v_balance + p_amount - v_paid)
        WHERE a.user_id = p_user;
        INSERT INTO ruby_transactions AS t
          (user_id, seq, amount, balance_after, type, description, idempotency_key, request_hash)
        VALUES (p_user, v_seq + 1, p_amount, v_balance + p_amount, p_type::ruby_transaction_type, p_description, p_key, v_hash)
        RETURNING t.id INTO transaction_id;
        IF v_paid > 0 THEN
          PERFORM ledger_note_payment(p_user, v_paid, v_seq + 2, v_balance + p_amount - v_paid, v_debt - v_paid);
          PERFORM ledger_return_shares(p_user, least(0, v_balance + p_amount - v_paid - v_bought));
        END IF;
        outcome := 'posted';
        balance := v_balance + p_amount;
        rubies := balance - v_paid - v_held;
        PERFORM pg_notify('facet_balances', p_user::text);
      END $$
    `)

    this.schema.raw(`
      CREATE OR REPLACE FUNCTION ledger_take_back(
        p_user uuid, p_amount bigint, p_type text, p_description text, p_key text,
        OUT outcome text, OUT taken bigint, OUT owed bigint
      ) LANGUAGE plpgsql AS $$
      #variable_conflict use_column
      DECLARE
        v_account ruby_accounts;
        v_hash bytea := sha256(convert_to(concat_ws(chr(31), -p_amount, p_type, p_description), 'UTF8'));
        v_known_hash bytea;
        v_bought bigint;
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
        v_bought := v_account.bought;
        UPDATE ruby_accounts a SET balance = a.balance - taken, debt = a.debt + owed, seq = a.seq + sign(taken)::bigint,
          bought = greatest(0, a.bought - p_amount)
        WHERE a.user_id = p_user RETURNING * INTO v_account;
        IF taken > 0 THEN
          INSERT INTO ruby_transactions (user_id, seq, amount, balance_after, type, description, idempotency_key, request_hash)
          VALUES (p_user, v_account.seq, -taken, v_account.balance, p_type::ruby_transaction_type, p_description, p_key, v_hash);
        END IF;
        IF owed > 0 THEN
          INSERT INTO ruby_debts (user_id, seq, amount, debt_after, cause, description, idempotency_key, request_hash)
          SELECT p_user, count(*) + 1, owed, v_account.debt, p_type, p_description, p_key, v_hash FROM ruby_debts WHERE user_id = p_user;
        END IF;
        PERFORM ledger_return_shares(p_user, p_amount - (v_bought - v_account.bought));
        outcome := 'posted';
        PERFORM pg_notify('facet_balances', p_user::text);
      END $$
    `)
  }
}
