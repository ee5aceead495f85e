import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { nilUuid } from '#modules/kernel/ids'
import type { LedgerCheck } from '../../index.ts'
import { ledgerRules, ledgerTotals } from './ledger_rules.ts'

export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export interface AccountBatch {
  problems: LedgerCheck['problems']
  /** The next batch begins after this id. */
  untilId: string
  accounts: number
  /** The number of transactions read. */
  lines: number
}

/**
 * Returns SQL for the distinct users in a table after `span.after_id`, up to `span.until_id`: a loose index scan with one probe per user.
 */
const usersOf = (table: string) => `
  SELECT user_id FROM (
    WITH RECURSIVE walk AS (
      (SELECT user_id FROM ${table}
       WHERE user_id > (SELECT after_id FROM span) AND user_id <= (SELECT until_id FROM span) ORDER BY user_id LIMIT 1)
      UNION ALL
      SELECT (SELECT t.user_id FROM ${table} t
              WHERE t.user_id > walk.user_id AND t.user_id <= (SELECT until_id FROM span) ORDER BY t.user_id LIMIT 1)
      FROM walk WHERE walk.user_id IS NOT NULL
    ) SELECT user_id FROM walk WHERE user_id IS NOT NULL
  ) ${table}_users`

/** Joins the rows of each user in `s`. `OFFSET 0` makes the planner use the table's index instead of a sequential scan. */
const rowsOf = (table: string, condition: string) =>
  `CROSS JOIN LATERAL (SELECT * FROM ${table} r WHERE r.user_id = s.user_id AND ${condition} OFFSET 0)`

/** The first hold of `s` whose transaction is compared. */
const earliestHold = `
    CROSS JOIN LATERAL (SELECT CASE WHEN s.is_full THEN '${nilUuid}'
      ELSE rpad(lpad(to_hex((extract(epoch FROM s.checked_at - INTERVAL '1 day') * 1000)::bigint), 12, '0'), 32, '0')::uuid END AS id) earliest`

const ofOrders = `r.idempotency_key LIKE 'order:%'`

/*
 * Applies `ledger_rules.ts` to the next accounts by id, in one statement and thus on one snapshot. It reads the lines after each account's
 * mark and moves the mark. Orders are compared when one of them or its lines changed. An account with a problem gets a mark at zero, so
 * each check finds the problem again. Every 3.5 to 10.5 days, spread by the last byte of the id, an account is read from its first line.
 * Holds are settled within a day, so those made since a day before the mark are compared with their transactions. Their ids begin with the
 * time.
 */
const accountsSql = `
  -- all users: the ledger check
  WITH RECURSIVE request AS (SELECT ?::uuid AS after_id, ?::int AS accounts, ?::bigint AS lines),
  candidates AS MATERIALIZED (
    SELECT a.*, m.seq AS m_seq, m.balance AS m_balance, m.debt_seq AS m_debt_seq, m.debt AS m_debt, m.checked_at, m.full_at,
      m.user_id IS NULL OR m.is_off OR m.full_at < statement_timestamp()
        - INTERVAL '7 days' * (0.5 + get_byte(uuid_send(a.user_id), 15) / 256.0) AS is_full,
      row_number() OVER (ORDER BY a.user_id) AS place
    FROM (SELECT * FROM ruby_accounts WHERE user_id > (SELECT after_id FROM request)
          ORDER BY user_id LIMIT (SELECT accounts FROM request)) a
    LEFT JOIN LATERAL (SELECT * FROM ledger_marks k WHERE k.user_id = a.user_id OFFSET 0) m ON true
  ),
  batch AS MATERIALIZED (
    SELECT * FROM (
      SELECT *, sum(seq - CASE WHEN is_full THEN 0 ELSE m_seq END) OVER (ORDER BY user_id) AS lines_so_far FROM candidates
    ) counted WHERE place = 1 OR lines_so_far <= (SELECT lines FROM request)
  ),
  span AS MATERIALIZED (
    SELECT (SELECT after_id FROM request), count(*) AS accounts, CASE
        WHEN count(*) < (SELECT accounts FROM request) AND count(*) = (SELECT count(*) FROM candidates) THEN '${lastId}'::uuid
        ELSE (SELECT user_id FROM batch ORDER BY user_id DESC LIMIT 1)
      END AS until_id
    FROM batch
  ),
  open_holds AS MATERIALIZED (
    SELECT user_id, sum(amount) AS held FROM ruby_holds
    WHERE state = 'held' AND user_id > (SELECT after_id FROM span) AND user_id <= (SELECT until_id FROM span) GROUP BY user_id
  ),
  without_account AS MATERIALIZED (
    SELECT DISTINCT user_id FROM (
      ${['ruby_transactions', 'ruby_debts', 'ruby_holds', 'ruby_orders'].map(usersOf).join('\n      UNION ALL ')}
    ) named WHERE NOT EXISTS (SELECT FROM ruby_accounts a WHERE a.user_id = named.user_id)
  ),
  subjects AS MATERIALIZED (
    SELECT user_id, true AS has_account, balance, held, seq, debt, bought, is_full, checked_at, full_at,
      CASE WHEN is_full THEN 0 ELSE m_seq END AS from_seq, CASE WHEN is_full THEN 0 ELSE m_balance END AS from_balance,
      CASE WHEN is_full THEN 0 ELSE m_debt_seq END AS from_debt_seq, CASE WHEN is_full THEN 0 ELSE m_debt END AS from_debt
    FROM batch
    UNION ALL
    SELECT user_id, false, 0, 0, 0, 0, 0, true, NULL, NULL, 0, 0, 0, 0 FROM without_account
  ),
  transactions AS MATERIALIZED (
    SELECT t.*, s.from_balance, s.from_seq FROM subjects s ${rowsOf('ruby_transactions', 'r.seq > s.from_seq')} t
  ),
  debts AS MATERIALIZED (
    SELECT d.*, s.from_debt, s.from_debt_seq FROM subjects s ${rowsOf('ruby_debts', 'r.seq > s.from_debt_seq')} d
  ),
  ${ledgerTotals},
  buyers AS MATERIALIZED (
    SELECT s.user_id FROM subjects s
    CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM transactions t WHERE t.user_id = s.user_id AND t.idempotency_key LIKE 'order:%')
      OR EXISTS (SELECT FROM debts d WHERE d.user_id = s.user_id AND d.idempotency_key LIKE 'order:%') AS has_new_lines) lines
    WHERE has_new_lines OR EXISTS (
      SELECT FROM ruby_orders o WHERE o.user_id = s.user_id AND o.paid_at IS NOT NULL AND (s.is_full OR o.changed_at > s.checked_at))
  ),
  recent_holds AS MATERIALIZED (
    SELECT h.user_id, h.id, h.amount FROM subjects s ${earliestHold}
    ${rowsOf('ruby_holds', `r.id >= earliest.id AND r.state = 'taken'`)} h
  ),
  share_lines AS MATERIALIZED (
    SELECT l.* FROM subjects s ${earliestHold} ${rowsOf('share_accruals', 'r.hold_id >= earliest.id')} l
  ),
  earners AS (SELECT c.* FROM subjects s ${rowsOf('share_accounts', 's.from_seq = 0')} c),
  taken_holds AS (
    SELECT * FROM recent_holds
    UNION
    SELECT h.user_id, h.id, h.amount FROM transactions t CROSS JOIN LATERAL (
      SELECT * FROM ruby_holds h WHERE h.user_id = t.user_id AND h.id = t.hold_id AND h.state = 'taken' OFFSET 0
    ) h
  ),
  charges AS (
    SELECT user_id, hold_id, amount FROM transactions WHERE hold_id IS NOT NULL
    UNION
    SELECT t.user_id, t.hold_id, t.amount FROM recent_holds h CROSS JOIN LATERAL (
      SELECT * FROM ruby_transactions t WHERE t.user_id = h.user_id AND t.hold_id = h.id OFFSET 0
    ) t
  ),
  paid_orders AS (SELECT o.* FROM buyers s ${rowsOf('ruby_orders', 'r.paid_at IS NOT NULL')} o),
  order_transactions AS (SELECT t.* FROM buyers s ${rowsOf('ruby_transactions', ofOrders)} t),
  order_debts AS (SELECT d.* FROM buyers s ${rowsOf('ruby_debts', ofOrders)} d),
  ${ledgerRules},
  marked AS (
    INSERT INTO ledger_marks (user_id, seq, balance, debt_seq, debt, checked_at, full_at, is_off)
    SELECT s.user_id, CASE WHEN is_off THEN 0 ELSE t.seq END, CASE WHEN is_off THEN 0 ELSE t.balance END,
      CASE WHEN is_off THEN 0 ELSE t.debt_seq END, CASE WHEN is_off THEN 0 ELSE t.debt END,
      -- An order changed by a transaction that is still open may carry an earlier time than this statement.
      statement_timestamp() - INTERVAL '5 minutes', CASE WHEN s.is_full THEN statement_timestamp() ELSE s.full_at END, is_off
    FROM subjects s JOIN totals t USING (user_id)
    CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM problems p WHERE p.user_id = s.user_id) AS is_off) found
    WHERE s.has_account AND (s.is_full OR is_off OR t.lines > 0 OR t.debt_lines > 0 OR s.user_id IN (SELECT user_id FROM buyers))
    ON CONFLICT (user_id) DO UPDATE SET seq = excluded.seq, balance = excluded.balance, debt_seq = excluded.debt_seq,
      debt = excluded.debt, checked_at = excluded.checked_at, full_at = excluded.full_at, is_off = excluded.is_off
  )
  SELECT span.accounts, span.until_id, (SELECT count(*) FROM transactions) AS lines, problems.user_id, problems.problem
  FROM span LEFT JOIN problems ON true ORDER BY 4, 5
`

/** Checks up to `accountsMax` accounts after `afterId`, with up to `linesMax` new transactions in total, but at least one account. */
export const accountBatchQuery = async (
  client: QueryClientContract,
  { afterId, accountsMax, linesMax }: { afterId: string; accountsMax: number; linesMax: number }
): Promise<AccountBatch> => {
  const { rows } = await client.rawQuery<{
    rows: { accounts: string; until_id: string; lines: string; user_id: string | null; problem: string }[]
  }>(accountsSql, [afterId, accountsMax, linesMax])
  const { accounts, until_id: untilId, lines } = rows[0]!
  return { accounts: Number(accounts), lines: Number(lines), untilId, problems: problemsIn(rows) }
}

const problemsIn = (rows: { user_id: string | null; problem: string }[]): LedgerCheck['problems'] =>
  rows.flatMap(({ user_id: userId, problem }) => (userId === null ? [] : [{ userId, problem }]))
