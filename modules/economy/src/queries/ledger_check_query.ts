import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
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
  SELECT coalesce(h.user_id, t.user_id), format('hold %s was taken, and its transaction is not there or not the same', coalesce(h.id, t.hold_id))
  FROM (SELECT * FROM ruby_holds WHERE state = 'taken') h
  FULL JOIN (SELECT * FROM ruby_transactions WHERE hold_id IS NOT NULL) t ON t.hold_id = h.id
  WHERE h.id IS NULL OR t.hold_id IS NULL OR t.user_id <> h.user_id OR t.amount <> -h.amount
  )
  SELECT counted.accounts, problems.user_id, problems.problem
  FROM (SELECT count(*) AS accounts FROM ruby_accounts) counted LEFT JOIN problems ON true
  ORDER BY 2, 3
`

/** Recomputes every balance from its transactions and holds. Reads the whole ledger. */
export const ledgerCheckQuery = async (client: Database | QueryClientContract): Promise<LedgerCheck> => {
  const { rows } = await client.rawQuery<{ rows: { accounts: string; user_id: string | null; problem: string }[] }>(sql)
  const problems = rows.flatMap(({ user_id: userId, problem }) => (userId === null ? [] : [{ userId, problem }]))
  return { accounts: Number(rows[0]?.accounts ?? 0), problems }
}
