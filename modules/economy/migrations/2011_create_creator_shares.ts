import { BaseSchema } from '@adonisjs/lucid/schema'
import { privateTable } from '#modules/kernel/private_table'
import { allowServer, runAsOwner } from '#modules/kernel/server_role'

/**
 * Shares of creators in what their characters' replies cost. A charge writes a line of the payer. Later the lines are collected into the
 * creator's account of shares, and once an hour its whole rubies are posted to the ledger. Shares are counted in hundredths of a ruby.
 */
export default class extends BaseSchema {
  override async up() {
    // Credits stand before `refund`, because `ruby_transactions_sign` relies on this order.
    this.schema.raw(`ALTER TYPE ruby_transaction_type ADD VALUE 'share' BEFORE 'refund'`)
    this.#createTables()
    this.#createFunctions()
    for (const name of ['ledger_collect_shares', 'ledger_post_share']) this.schema.raw(runAsOwner(name))
    for (const table of ['share_accruals', 'share_accounts']) this.schema.raw(allowServer(table, ['SELECT']))
  }

  #createTables() {
    // `bought`: the bought rubies of the charge, of which `returned` were taken back with a payment. `share`: hundredths for all of `bought`.
    // `collected`: hundredths that the creator's account of shares has. `is_due`: it must be changed. `outcome`: set when first collected.
    this.schema.raw(
      privateTable(
        'share_accruals',
        `
        user_id uuid NOT NULL,
        hold_id uuid NOT NULL,
        creator_id uuid NOT NULL,
        origin ruby_transaction_type NOT NULL,
        bought bigint NOT NULL,
        returned bigint NOT NULL DEFAULT 0,
        share bigint NOT NULL,
        collected bigint NOT NULL DEFAULT 0,
        is_due boolean NOT NULL DEFAULT true,
        outcome text,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT share_accruals_pkey PRIMARY KEY (user_id, hold_id),
        CONSTRAINT share_accruals_of_another CHECK (creator_id <> user_id),
        CONSTRAINT share_accruals_within CHECK (
          bought > 0 AND returned BETWEEN 0 AND bought AND share % bought = 0 AND share / bought BETWEEN 1 AND 50
          AND collected BETWEEN 0 AND share
        ),
        CONSTRAINT share_accruals_outcome_known CHECK (outcome IN ('counted', 'linked', 'expired'))
      `,
        { with: 'fillfactor = 80' }
      )
    )
    this.schema.raw('CREATE INDEX share_accruals_due ON share_accruals (created_at) WHERE is_due')

    // `accrued`: hundredths from all lines. `posted`: rubies that the ledger has. The remainder waits for the next hour. It is negative after
    // payments were taken back, and later shares make up for it first.
    this.schema.raw(
      privateTable(
        'share_accounts',
        `
        user_id uuid NOT NULL,
        accrued bigint NOT NULL DEFAULT 0,
        posted bigint NOT NULL DEFAULT 0,
        posted_hour timestamptz NOT NULL DEFAULT '-infinity',
        CONSTRAINT share_accounts_pkey PRIMARY KEY (user_id),
        CONSTRAINT share_accounts_not_negative CHECK (accrued >= 0 AND posted >= 0)
      `,
        { with: 'fillfactor = 70' }
      )
    )
    this.schema.raw(
      'CREATE INDEX share_accounts_to_post ON share_accounts (posted_hour, user_id) WHERE accrued - 100 * posted >= 100'
    )

    // From which networks an account claimed rewards and began checkouts, as keyed hashes.
    this.schema.raw(
      privateTable(
        'ruby_networks',
        `
        user_id uuid NOT NULL,
        network_hash bytea NOT NULL,
        seen_on date NOT NULL,
        CONSTRAINT ruby_networks_pkey PRIMARY KEY (user_id, network_hash)
      `
      )
    )
    this.schema.raw('CREATE INDEX ruby_networks_by_day ON ruby_networks (seen_on)')
  }

  /*
   * The module's README is the contract of each function. Charging, refunding and collecting lock the payer's ruby account before its lines.
   * Collecting then locks accounts of shares. Posting locks an account of shares, then the ruby account, so its caller and that of collecting
   * take turns.
   */
  #createFunctions() {
    // Takes back the shares of bought rubies that were spent, those of the latest replies first. A negative number restores shares, those of the
    // earliest replies first. The caller has locked the payer's account.
    this.schema.raw(`
      CREATE FUNCTION ledger_return_shares(p_user uuid, p_rubies bigint) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF p_rubies > 0 THEN
          UPDATE share_accruals s SET returned = s.returned + r.part, is_due = true FROM (
            SELECT hold_id, least(rest, p_rubies - before) AS part FROM (
              SELECT hold_id, bought - returned AS rest,
                sum(bought - returned) OVER (ORDER BY hold_id DESC) - (bought - returned) AS before
              FROM share_accruals WHERE user_id = p_user AND returned < bought
            ) latest WHERE before < p_rubies
          ) r WHERE s.user_id = p_user AND s.hold_id = r.hold_id;
        ELSIF p_rubies < 0 THEN
          UPDATE share_accruals s SET returned = s.returned - r.part, is_due = true FROM (
            SELECT hold_id, least(returned, -p_rubies - before) AS part FROM (
              SELECT hold_id, returned, sum(returned) OVER (ORDER BY hold_id) - returned AS before
              FROM share_accruals WHERE user_id = p_user AND returned > 0
            ) earliest WHERE before < -p_rubies
          ) r WHERE s.user_id = p_user AND s.hold_id = r.hold_id;
        END IF;
      END $$
    `)

    // Whether two accounts seem to belong to one person: they used one network, or their orders name one payment.
    this.schema.raw(`
      CREATE FUNCTION ledger_are_linked(p_user uuid, p_other uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
      BEGIN
        RETURN EXISTS (
          SELECT FROM ruby_networks a JOIN ruby_networks b USING (network_hash) WHERE a.user_id = p_user AND b.user_id = p_other
        ) OR EXISTS (
          SELECT FROM ruby_orders a JOIN ruby_orders b USING (provider, payment_reference) WHERE a.user_id = p_user AND b.user_id = p_other
        );
      END $$
    `)

    // Each statement changes lines of one payer, or one account of shares.
    this.schema.raw(`
      CREATE FUNCTION ledger_collect_shares(p_before timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
      DECLARE
        v_collected integer := 0;
        v_payer record;
        v_creator record;
      BEGIN
        FOR v_payer IN
          -- all users: the hourly job
          SELECT user_id, array_agg(hold_id) AS holds FROM (
            SELECT user_id, hold_id FROM share_accruals WHERE is_due AND created_at < p_before ORDER BY created_at LIMIT p_limit
          ) due GROUP BY user_id ORDER BY user_id
        LOOP
          PERFORM FROM ruby_accounts WHERE user_id = v_payer.user_id FOR UPDATE;
          v_collected := v_collected + cardinality(v_payer.holds);
          FOR v_creator IN
            WITH earners AS MATERIALIZED (
              SELECT creator_id, CASE
                  WHEN accounts_is_disabled(creator_id)
                    OR NOT EXISTS (SELECT FROM ruby_accounts a WHERE a.user_id = creator_id)
                    OR EXISTS (SELECT FROM ruby_closings c WHERE c.user_id = creator_id) THEN 'expired'
                  WHEN ledger_are_linked(v_payer.user_id, creator_id) THEN 'linked'
                  ELSE 'counted'
                END AS outcome
              FROM (
                SELECT DISTINCT creator_id FROM share_accruals WHERE user_id = v_payer.user_id AND hold_id = ANY (v_payer.holds)
              ) of_payer
            ), collected AS (
              UPDATE share_accruals s SET is_due = false, outcome = coalesce(s.outcome, c.outcome),
                collected = CASE WHEN coalesce(s.outcome, c.outcome) = 'counted' THEN (s.bought - s.returned) * (s.share / s.bought) ELSE 0 END
              FROM earners c WHERE s.user_id = v_payer.user_id AND s.hold_id = ANY (v_payer.holds) AND s.creator_id = c.creator_id
              RETURNING s.creator_id, new.collected - old.collected AS hundredths
            )
            SELECT creator_id, sum(hundredths)::bigint AS hundredths FROM collected
            GROUP BY creator_id HAVING sum(hundredths) <> 0 ORDER BY creator_id
          LOOP
            UPDATE share_accounts SET accrued = accrued + v_creator.hundredths WHERE user_id = v_creator.creator_id;
            IF NOT FOUND THEN
              INSERT INTO share_accounts (user_id, accrued) VALUES (v_creator.creator_id, v_creator.hundredths);
            END IF;
          END LOOP;
        END LOOP;
        RETURN v_collected;
      END $$
    `)

    this.schema.raw(`
      CREATE FUNCTION ledger_post_share(p_creator uuid, p_hour timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
      DECLARE
        v_rubies bigint;
        v_key text := 'share:' || to_char(p_hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24');
      BEGIN
        SELECT (accrued - 100 * posted) / 100 INTO v_rubies FROM share_accounts
        WHERE user_id = p_creator AND posted_hour < p_hour FOR UPDATE;
        IF v_rubies IS NULL OR v_rubies < 1 OR EXISTS (SELECT FROM ruby_closings WHERE user_id = p_creator) THEN
          RETURN 0;
        END IF;
        IF EXISTS (SELECT FROM ruby_transactions WHERE user_id = p_creator AND idempotency_key = v_key) THEN
          UPDATE share_accounts SET posted_hour = p_hour WHERE user_id = p_creator;
          RETURN 0;
        END IF;
        PERFORM ledger_post(p_creator, v_rubies, 'share',
          format('Your characters earned %s %s', v_rubies, CASE v_rubies WHEN 1 THEN 'ruby' ELSE 'rubies' END), v_key);
        UPDATE share_accounts SET posted = posted + v_rubies, posted_hour = p_hour WHERE user_id = p_creator;
        RETURN v_rubies;
      END $$
    `)
  }
}
