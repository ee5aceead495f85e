import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { queryWithin } from '#modules/kernel/sql'
import type { LedgerCheck } from '../../index.ts'
import { ledgerRules, ledgerTotals } from './ledger_rules.ts'

/** One statement, so that it reads one snapshot of the ledger, even under load. */
const sql = `
  -- all users: the ledger check
  WITH RECURSIVE open_holds AS (SELECT user_id, sum(amount) AS held FROM ruby_holds WHERE state = 'held' GROUP BY user_id),
  without_account AS (
    SELECT user_id FROM (
      SELECT user_id FROM transaction_sums
      UNION SELECT user_id FROM debt_sums
      UNION SELECT user_id FROM paid_orders
      UNION SELECT user_id FROM open_holds
    ) named WHERE NOT EXISTS (SELECT FROM ruby_accounts a WHERE a.user_id = named.user_id)
  ),
  subjects AS MATERIALIZED (
    SELECT *, 0 AS from_seq, 0 AS from_balance, 0 AS from_debt_seq, 0 AS from_debt FROM (
      SELECT user_id, true AS has_account, balance, held, seq, debt, bought FROM ruby_accounts
      UNION ALL SELECT user_id, false, 0, 0, 0, 0, 0 FROM without_account
    ) users
  ),
  transactions AS NOT MATERIALIZED (SELECT *, 0 AS from_balance, 0 AS from_seq FROM ruby_transactions),
  debts AS NOT MATERIALIZED (SELECT *, 0 AS from_debt, 0 AS from_debt_seq FROM ruby_debts),
  taken_holds AS (SELECT user_id, id, amount FROM ruby_holds WHERE state = 'taken'),
  charges AS (SELECT * FROM transactions WHERE hold_id IS NOT NULL),
  share_lines AS NOT MATERIALIZED (SELECT * FROM share_accruals),
  earners AS (SELECT * FROM share_accounts),
  paid_orders AS (SELECT * FROM ruby_orders WHERE paid_at IS NOT NULL),
  order_transactions AS (SELECT * FROM ruby_transactions WHERE idempotency_key LIKE 'order:%'),
  order_debts AS (SELECT * FROM ruby_debts WHERE idempotency_key LIKE 'order:%'),
  ${ledgerTotals},
  ${ledgerRules},
  share_problems AS (
    SELECT coalesce(a.user_id, l.creator_id) AS user_id, format('%s hundredths of rubies were collected, the lines of its payers add up to %s',
      coalesce(a.accrued, 0), coalesce(l.collected, 0)) AS problem
    FROM share_accounts a
    FULL JOIN (SELECT creator_id, sum(collected) AS collected FROM share_accruals GROUP BY creator_id) l ON l.creator_id = a.user_id
    WHERE coalesce(a.accrued, 0) <> coalesce(l.collected, 0)
  )
  SELECT counted.accounts, problems.user_id, problems.problem
  FROM (SELECT count(*) AS accounts FROM ruby_accounts) counted
  LEFT JOIN (SELECT * FROM problems UNION ALL SELECT * FROM share_problems) problems ON true
  ORDER BY 2, 3
`

/** Bounds the load on the database: a ledger too large for this time fails the check. */
export const ledgerCheckTimeoutMs = 300_000

interface Row {
  accounts: string
  user_id: string | null
  problem: string
}

/** Recomputes balances from transactions and holds, debts from their lines, shares from the charges of replies, and the rubies that orders moved. Reads the whole ledger. */
export const ledgerCheckQuery = async (client: Database | QueryClientContract): Promise<LedgerCheck> => {
  const rows = await queryWithin<Row>(ledgerCheckTimeoutMs, client, sql)
  const problems = rows.flatMap(({ user_id: userId, problem }) => (userId === null ? [] : [{ userId, problem }]))
  return { accounts: Number(rows[0]?.accounts ?? 0), problems }
}
