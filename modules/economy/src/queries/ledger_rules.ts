/*
 * The rules of the ledger as SQL, for the check of the whole ledger and for the check in batches. The caller defines what is read,
 * as these common table expressions:
 *
 *   subjects            user_id, has_account, balance, held, seq, debt, bought: the account's row, or zeros for a user without one. Its history
 *                       is read after `from_seq` and `from_debt_seq`, where it adds up to `from_balance` and `from_debt`.
 *   open_holds          user_id, held: the sum of the user's open holds
 *   transactions, debts lines to read, each with `from_balance`, `from_seq` or `from_debt`, `from_debt_seq` of its user
 *   taken_holds, charges taken holds, and the transactions that must match them one to one
 *   share_lines         lines of payers whose charges are among them, all of an account that is read from its first line
 *   earners             accounts of shares
 *   paid_orders         orders to compare, and the lines that name them: order_transactions, order_debts
 */

/**
 * Defines `totals`: per user, the sum and the number of the lines. `is_whole`: all lines are read, so the rubies of shares and those that
 * purchases left are known.
 */
export const ledgerTotals = `
  transaction_sums AS MATERIALIZED (
    SELECT user_id, sum(amount) AS amount, max(seq) AS seq, count(*) AS lines, sum(amount) FILTER (WHERE type = 'share') AS shares,
      sum(amount) FILTER (WHERE type IN ('purchase', 'refund', 'refund_failed', 'dispute', 'dispute_won')) AS purchases
    FROM transactions GROUP BY user_id
  ),
  debt_sums AS MATERIALIZED (
    SELECT user_id, sum(amount) AS amount, max(seq) AS seq, count(*) AS lines, sum(amount) FILTER (WHERE cause <> 'payment') AS owed
    FROM debts GROUP BY user_id
  ),
  totals AS MATERIALIZED (
    SELECT s.user_id, s.from_balance + coalesce(t.amount, 0) AS balance, coalesce(t.seq, s.from_seq) AS seq, coalesce(t.lines, 0) AS lines,
      s.from_debt + coalesce(d.amount, 0) AS debt, coalesce(d.seq, s.from_debt_seq) AS debt_seq, coalesce(d.lines, 0) AS debt_lines,
      s.from_seq = 0 AND s.from_debt_seq = 0 AS is_whole, coalesce(t.shares, 0) AS shares,
      coalesce(t.purchases, 0) - coalesce(d.owed, 0) AS purchases
    FROM subjects s
    LEFT JOIN transaction_sums t USING (user_id)
    LEFT JOIN debt_sums d USING (user_id)
  )`

/** Defines `problems`, after `totals`. */
export const ledgerRules = `
  history AS (
    SELECT user_id, seq, balance_after, from_balance + sum(amount) OVER account AS running, from_seq + row_number() OVER account AS place
    FROM transactions WINDOW account AS (PARTITION BY user_id ORDER BY seq)
  ),
  debt_history AS (
    SELECT user_id, seq, debt_after, from_debt + sum(amount) OVER account AS running, from_debt_seq + row_number() OVER account AS place
    FROM debts WINDOW account AS (PARTITION BY user_id ORDER BY seq)
  ),
  order_totals AS (
    SELECT user_id, substr(idempotency_key, 7, 36) AS order_id, sum(credited) AS credited, coalesce(sum(taken_back), 0) AS taken_back
    FROM (
      SELECT user_id, idempotency_key, CASE WHEN type = 'purchase' THEN amount END AS credited,
        CASE WHEN type <> 'purchase' THEN -amount END AS taken_back
      FROM order_transactions
      UNION ALL SELECT user_id, idempotency_key, NULL, amount FROM order_debts
    ) order_lines GROUP BY 1, 2
  ),
  share_sums AS (SELECT user_id, sum(bought - returned) AS bought FROM share_lines GROUP BY user_id),
  problems AS MATERIALIZED (
    SELECT s.user_id, CASE
        WHEN NOT s.has_account THEN 'has transactions or holds, and no account'
        WHEN s.balance <> t.balance THEN format('the balance is %s, its transactions add up to %s', s.balance, t.balance)
        WHEN s.held <> coalesce(h.held, 0) THEN format('%s rubies are held, its open holds add up to %s', s.held, coalesce(h.held, 0))
        ELSE format('the account counts %s transactions, its history ends at %s', s.seq, t.seq)
      END AS problem
    FROM subjects s JOIN totals t USING (user_id) LEFT JOIN open_holds h USING (user_id)
    WHERE CASE WHEN s.has_account THEN s.balance <> t.balance OR s.held <> coalesce(h.held, 0) OR s.seq <> t.seq
      ELSE t.lines > 0 OR h.user_id IS NOT NULL END
    UNION ALL
    SELECT user_id, CASE
        WHEN place <> seq THEN format('transaction %s of its history is numbered %s', place, seq)
        ELSE format('after transaction %s the balance is given as %s, the history adds up to %s', seq, balance_after, running)
      END
    FROM history WHERE place <> seq OR running <> balance_after
    UNION ALL
    SELECT s.user_id, format('%s rubies are owed, the lines of the debt add up to %s', s.debt, t.debt)
    FROM subjects s JOIN totals t USING (user_id) WHERE s.debt <> t.debt
    UNION ALL
    SELECT user_id, format('line %s of its debt is numbered %s and says %s, they add up to %s', place, seq, debt_after, running)
    FROM debt_history WHERE place <> seq OR running <> debt_after
    UNION ALL
    SELECT coalesce(d.user_id, t.user_id), format('payment %s of a debt has no transaction of its amount', coalesce(d.transaction_id, t.id))
    FROM (SELECT * FROM debts WHERE cause = 'payment') d
    FULL JOIN (SELECT * FROM transactions WHERE type = 'debt_payment') t ON t.id = d.transaction_id
    WHERE d.user_id IS NULL OR t.user_id IS NULL OR t.user_id <> d.user_id OR t.amount <> d.amount
    UNION ALL
    SELECT user_id, format('%s rubies are owed, and %s are free', debt, balance - held) FROM subjects WHERE debt > 0 AND held <> balance
    UNION ALL
    SELECT user_id, format('%s rubies of a balance of %s are bought', bought, balance) FROM subjects WHERE bought NOT BETWEEN 0 AND balance
    UNION ALL
    SELECT s.user_id, format('%s bought rubies are left and %s earn shares, its purchases brought %s', s.bought, coalesce(l.bought, 0), t.purchases)
    FROM subjects s JOIN totals t USING (user_id) LEFT JOIN share_sums l USING (user_id)
    WHERE t.is_whole AND s.bought + coalesce(l.bought, 0) > greatest(0, t.purchases)
    UNION ALL
    SELECT l.user_id, format('a share names hold %s, which has no charge of its bought rubies', l.hold_id)
    FROM share_lines l LEFT JOIN charges c ON c.user_id = l.user_id AND c.hold_id = l.hold_id
    WHERE c.hold_id IS NULL OR l.bought > -c.amount
    UNION ALL
    SELECT s.user_id, format('%s rubies of shares were posted, its transactions add up to %s', coalesce(c.posted, 0), t.shares)
    FROM subjects s JOIN totals t USING (user_id) LEFT JOIN earners c USING (user_id)
    WHERE t.is_whole AND coalesce(c.posted, 0) <> t.shares
    UNION ALL
    SELECT coalesce(o.user_id, t.user_id), format('order %s is %s: %s rubies were credited for it and %s taken back, it should be %s and %s',
      coalesce(o.id::text, t.order_id), coalesce(o.state, 'unknown'), coalesce(t.credited, 0), coalesce(t.taken_back, 0),
      coalesce(o.rubies, 0), coalesce(o.taken_back, 0))
    FROM paid_orders o FULL JOIN order_totals t ON t.order_id = o.id::text AND t.user_id = o.user_id
    WHERE o.id IS NULL OR t.credited IS DISTINCT FROM o.rubies OR coalesce(t.taken_back, 0) <> o.taken_back
    UNION ALL
    SELECT coalesce(t.user_id, h.user_id),
      format('hold %s was taken, but its transaction is missing or different', coalesce(h.id, t.hold_id))
    FROM taken_holds h FULL JOIN charges t ON t.user_id = h.user_id AND t.hold_id = h.id
    WHERE h.id IS NULL OR t.hold_id IS NULL OR t.amount <> -h.amount
  )`
