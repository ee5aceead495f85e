import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { queryWithin } from '#modules/kernel/sql'
import type { LedgerCheck } from '../../index.ts'

/** One statement, so that all of it is seen at one moment, however busy the ledger is. */
const sql = `
  WITH history AS (
    SELECT user_id, seq, amount, balance_after, hold_id,
      sum(amount) OVER account AS running, row_number() OVER account AS place
    FROM ruby_transactions WINDOW account AS (PARTITION BY user_id ORDER BY seq)
  ),
  totals AS (SELECT user_id, sum(amount) AS balance, max(seq) AS seq FROM ruby_transactions GROUP BY user_id),
  holds AS (SELECT user_id, sum(amount) AS held FROM ruby_holds WHERE state = 'held' GROUP BY user_id),
  debts AS (SELECT user_id, sum(amount) AS debt FROM ruby_debts GROUP BY user_id),
  debt_history AS (
    SELECT user_id, seq, debt_after, sum(amount) OVER account AS running, row_number() OVER account AS place
    FROM ruby_debts WINDOW account AS (PARTITION BY user_id ORDER BY seq)
  ),
  purchases AS (
    SELECT user_id, substr(idempotency_key, 7, 36) AS order_id, sum(amount) FILTER (WHERE type = 'purchase') AS credited,
      -sum(amount) FILTER (WHERE type <> 'purchase') AS taken
    FROM ruby_transactions WHERE idempotency_key LIKE 'order:%' GROUP BY 1, 2
  ),
  owed AS (
    SELECT substr(idempotency_key, 7, 36) AS order_id, sum(amount) AS owed FROM ruby_debts WHERE idempotency_key LIKE 'order:%' GROUP BY 1
  ),
  problems AS (
  SELECT coalesce(a.user_id, t.user_id, h.user_id) AS user_id, CASE
      WHEN a.user_id IS NULL THEN 'has transactions or holds, and no account'
      WHEN a.balance <> coalesce(t.balance, 0) THEN format('the balance is %s, its transactions add up to %s', a.balance, coalesce(t.balance, 0))
      WHEN a.held <> coalesce(h.held, 0) THEN format('%s rubies are held, its open holds add up to %s', a.held, coalesce(h.held, 0))
      ELSE format('the account counts %s transactions, its history ends at %s', a.seq, coalesce(t.seq, 0))
    END AS problem
  FROM ruby_accounts a FULL JOIN totals t USING (user_id) FULL JOIN holds h USING (user_id)
  WHERE a.user_id IS NULL OR a.balance <> coalesce(t.balance, 0) OR a.held <> coalesce(h.held, 0) OR a.seq <> coalesce(t.seq, 0)
  UNION ALL
  SELECT user_id, CASE
      WHEN place <> seq THEN format('transaction %s of its history is numbered %s', place, seq)
      ELSE format('after transaction %s the balance is given as %s, the history adds up to %s', seq, balance_after, running)
    END
  FROM history WHERE place <> seq OR running <> balance_after
  UNION ALL
  SELECT coalesce(a.user_id, d.user_id), format('%s rubies are owed, the lines of the debt add up to %s', coalesce(a.debt, 0), coalesce(d.debt, 0))
  FROM ruby_accounts a FULL JOIN debts d USING (user_id) WHERE coalesce(a.debt, 0) <> coalesce(d.debt, 0)
  UNION ALL
  SELECT user_id, format('line %s of its debt is numbered %s and says %s, they add up to %s', place, seq, debt_after, running)
  FROM debt_history WHERE place <> seq OR running <> debt_after
  UNION ALL
  SELECT coalesce(d.user_id, t.user_id), format('payment %s of a debt has no transaction of its amount', coalesce(d.transaction_id, t.id))
  FROM (SELECT * FROM ruby_debts WHERE cause = 'payment') d
  FULL JOIN (SELECT * FROM ruby_transactions WHERE type = 'debt_payment') t ON t.id = d.transaction_id
  WHERE d.user_id IS NULL OR t.user_id IS NULL OR t.user_id <> d.user_id OR t.amount <> d.amount
  UNION ALL
  SELECT user_id, format('%s rubies are owed, and %s are free', debt, balance - held) FROM ruby_accounts WHERE debt > 0 AND held <> balance
  UNION ALL
  SELECT coalesce(o.user_id, p.user_id), format('order %s is %s: %s rubies were credited for it and %s taken back, it should be %s and %s',
    coalesce(o.id::text, p.order_id), coalesce(o.state, 'unknown'), coalesce(p.credited, 0), coalesce(p.taken, 0) + coalesce(owed.owed, 0),
    coalesce(o.rubies, 0), coalesce(o.taken_back, 0))
  FROM (SELECT * FROM ruby_orders WHERE paid_at IS NOT NULL) o
  FULL JOIN purchases p ON p.order_id = o.id::text AND p.user_id = o.user_id
  LEFT JOIN owed ON owed.order_id = o.id::text
  WHERE o.id IS NULL OR p.credited IS DISTINCT FROM o.rubies OR coalesce(p.taken, 0) + coalesce(owed.owed, 0) <> o.taken_back
  UNION ALL
  SELECT coalesce(h.user_id, t.user_id), format('hold %s was taken, and its transaction is not there or not the same', coalesce(h.id, t.hold_id))
  FROM (SELECT * FROM ruby_holds WHERE state = 'taken') h
  FULL JOIN (SELECT * FROM ruby_transactions WHERE hold_id IS NOT NULL) t ON t.hold_id = h.id
  WHERE h.id IS NULL OR t.hold_id IS NULL OR t.user_id <> h.user_id OR t.amount <> -h.amount
  )
  SELECT counted.accounts, problems.user_id, problems.problem
  FROM (SELECT count(*) AS accounts FROM ruby_accounts) counted LEFT JOIN problems ON true
  ORDER BY 2, 3
`

/** A ledger too large to be read in this time is reported as unchecked instead of burdening the database without end. */
export const ledgerCheckTimeoutMs = 300_000

interface Row {
  accounts: string
  user_id: string | null
  problem: string
}

/** Recomputes every balance from its transactions and holds, every debt from its lines, and what orders moved. Reads the whole ledger. */
export const ledgerCheckQuery = async (client: Database | QueryClientContract): Promise<LedgerCheck> => {
  const rows = await queryWithin<Row>(ledgerCheckTimeoutMs, client, sql)
  const problems = rows.flatMap(({ user_id: userId, problem }) => (userId === null ? [] : [{ userId, problem }]))
  return { accounts: Number(rows[0]?.accounts ?? 0), problems }
}
