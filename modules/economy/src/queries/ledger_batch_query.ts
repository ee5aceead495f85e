import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { LedgerCheck } from '../../index.ts'

export const firstId = '00000000-0000-0000-0000-000000000000'
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

interface Batch {
  problems: LedgerCheck['problems']
  /** The next batch begins after this id. */
  untilId: string
}

export interface AccountBatch extends Batch {
  accounts: number
  /** Transactions that were read. */
  lines: number
}

/** The users between two ids that a table names, by one index probe each: most of the table is not read. */
const usersOf = (table: string) => `
  SELECT user_id FROM (
    WITH RECURSIVE walk AS (
      (SELECT user_id FROM ${table}
       WHERE user_id > (SELECT after_id FROM ask) AND user_id <= (SELECT until_id FROM span) ORDER BY user_id LIMIT 1)
      UNION ALL
      SELECT (SELECT t.user_id FROM ${table} t
              WHERE t.user_id > walk.user_id AND t.user_id <= (SELECT until_id FROM span) ORDER BY t.user_id LIMIT 1)
      FROM walk WHERE walk.user_id IS NOT NULL
    ) SELECT user_id FROM walk WHERE user_id IS NOT NULL
  ) ${table}_users`

/*
 * The checks of `ledger_check_query.ts` for the next accounts by id, as one statement and so at one moment. It reads what is new since
 * an account's mark, and moves the mark. The mark of an account that is off goes back to its beginning, so that the next check finds
 * the problem again. Orders are compared where something about them is new. From time to time, spread by the user's id over half a
 * week to a week and a half, an account is checked from its first line. `OFFSET 0` keeps the planner from reading a table whole.
 */
const accountsSql = `
  WITH RECURSIVE ask AS (SELECT ?::uuid AS after_id, ?::int AS accounts, ?::bigint AS lines),
  picked AS MATERIALIZED (
    SELECT a.*, m.seq AS m_seq, m.balance AS m_balance, m.debt_seq AS m_debt_seq, m.debt AS m_debt, m.checked_at, m.full_at,
      coalesce(m.is_off, false) AS was_off,
      m.user_id IS NULL OR m.is_off OR m.full_at < statement_timestamp()
        - interval '7 days' * (0.5 + get_byte(uuid_send(a.user_id), 15) / 256.0) AS is_full,
      row_number() OVER (ORDER BY a.user_id) AS place
    FROM (SELECT * FROM ruby_accounts WHERE user_id > (SELECT after_id FROM ask)
          ORDER BY user_id LIMIT (SELECT accounts FROM ask)) a
    LEFT JOIN LATERAL (SELECT * FROM ledger_marks k WHERE k.user_id = a.user_id OFFSET 0) m ON true
  ),
  batch AS MATERIALIZED (
    SELECT * FROM (
      SELECT *, sum(seq - CASE WHEN is_full THEN 0 ELSE m_seq END) OVER (ORDER BY user_id) AS lines_so_far FROM picked
    ) counted WHERE place = 1 OR lines_so_far <= (SELECT lines FROM ask)
  ),
  span AS MATERIALIZED (
    SELECT count(*) AS accounts, CASE
        WHEN count(*) < (SELECT accounts FROM ask) AND count(*) = (SELECT count(*) FROM picked) THEN '${lastId}'::uuid
        ELSE (SELECT user_id FROM batch ORDER BY user_id DESC LIMIT 1)
      END AS until_id
    FROM batch
  ),
  open_holds AS MATERIALIZED (
    SELECT user_id, sum(amount) AS held FROM ruby_holds
    WHERE state = 'held' AND user_id > (SELECT after_id FROM ask) AND user_id <= (SELECT until_id FROM span) GROUP BY user_id
  ),
  strangers AS MATERIALIZED (
    SELECT DISTINCT user_id FROM (
      ${['ruby_transactions', 'ruby_debts', 'ruby_orders'].map(usersOf).join('\n      UNION ALL ')}
      UNION ALL SELECT user_id FROM open_holds
    ) named WHERE NOT EXISTS (SELECT FROM ruby_accounts a WHERE a.user_id = named.user_id)
  ),
  subjects AS MATERIALIZED (
    SELECT user_id, true AS has_account, balance, held, seq, debt, is_full, was_off, checked_at, full_at,
      CASE WHEN is_full THEN 0 ELSE m_seq END AS from_seq, CASE WHEN is_full THEN 0 ELSE m_balance END AS from_balance,
      CASE WHEN is_full THEN 0 ELSE m_debt_seq END AS from_debt_seq, CASE WHEN is_full THEN 0 ELSE m_debt END AS from_debt
    FROM batch
    UNION ALL
    SELECT user_id, false, 0, 0, 0, 0, true, false, NULL, NULL, 0, 0, 0, 0 FROM strangers
  ),
  history AS MATERIALIZED (
    SELECT t.*, s.from_balance + sum(t.amount) OVER account AS running, s.from_seq + row_number() OVER account AS place
    FROM subjects s CROSS JOIN LATERAL (
      SELECT * FROM ruby_transactions t WHERE t.user_id = s.user_id AND t.seq > s.from_seq OFFSET 0
    ) t WINDOW account AS (PARTITION BY t.user_id ORDER BY t.seq)
  ),
  debt_history AS MATERIALIZED (
    SELECT d.*, s.from_debt + sum(d.amount) OVER account AS running, s.from_debt_seq + row_number() OVER account AS place
    FROM subjects s CROSS JOIN LATERAL (
      SELECT * FROM ruby_debts d WHERE d.user_id = s.user_id AND d.seq > s.from_debt_seq OFFSET 0
    ) d WINDOW account AS (PARTITION BY d.user_id ORDER BY d.seq)
  ),
  totals AS MATERIALIZED (
    SELECT s.user_id, s.from_balance + coalesce(t.amount, 0) AS balance, coalesce(t.seq, s.from_seq) AS seq, coalesce(t.lines, 0) AS lines,
      s.from_debt + coalesce(d.amount, 0) AS debt, coalesce(d.seq, s.from_debt_seq) AS debt_seq, coalesce(d.lines, 0) AS debt_lines
    FROM subjects s
    LEFT JOIN (SELECT user_id, sum(amount) AS amount, max(seq) AS seq, count(*) AS lines FROM history GROUP BY user_id) t USING (user_id)
    LEFT JOIN (SELECT user_id, sum(amount) AS amount, max(seq) AS seq, count(*) AS lines FROM debt_history GROUP BY user_id) d USING (user_id)
  ),
  buyers AS MATERIALIZED (
    SELECT user_id FROM subjects s
    WHERE (is_full
        OR EXISTS (SELECT FROM history h WHERE h.user_id = s.user_id AND h.idempotency_key LIKE 'order:%')
        OR EXISTS (SELECT FROM debt_history d WHERE d.user_id = s.user_id AND d.idempotency_key LIKE 'order:%')
        OR EXISTS (SELECT FROM ruby_orders o WHERE o.user_id = s.user_id AND o.changed_at > s.checked_at))
      AND (EXISTS (SELECT FROM history h WHERE h.user_id = s.user_id AND h.idempotency_key LIKE 'order:%')
        OR EXISTS (SELECT FROM ruby_orders o WHERE o.user_id = s.user_id AND o.paid_at IS NOT NULL))
  ),
  paid_orders AS (
    SELECT o.* FROM buyers b CROSS JOIN LATERAL (
      SELECT id, user_id, state, rubies, taken_back FROM ruby_orders o WHERE o.user_id = b.user_id AND o.paid_at IS NOT NULL OFFSET 0
    ) o
  ),
  purchases AS (
    SELECT t.user_id, substr(t.idempotency_key, 7, 36) AS order_id, sum(t.amount) FILTER (WHERE t.type = 'purchase') AS credited,
      -sum(t.amount) FILTER (WHERE t.type <> 'purchase') AS taken
    FROM buyers b CROSS JOIN LATERAL (
      SELECT * FROM ruby_transactions t WHERE t.user_id = b.user_id AND t.idempotency_key LIKE 'order:%' OFFSET 0
    ) t GROUP BY 1, 2
  ),
  owed AS (
    SELECT d.user_id, substr(d.idempotency_key, 7, 36) AS order_id, sum(d.amount) AS owed
    FROM buyers b CROSS JOIN LATERAL (
      SELECT * FROM ruby_debts d WHERE d.user_id = b.user_id AND d.idempotency_key LIKE 'order:%' OFFSET 0
    ) d GROUP BY 1, 2
  ),
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
    FROM (SELECT * FROM debt_history WHERE cause = 'payment') d
    FULL JOIN (SELECT * FROM history WHERE type = 'debt_payment') t ON t.id = d.transaction_id
    WHERE d.user_id IS NULL OR t.user_id IS NULL OR t.user_id <> d.user_id OR t.amount <> d.amount
    UNION ALL
    SELECT user_id, format('%s rubies are owed, and %s are free', debt, balance - held) FROM subjects WHERE debt > 0 AND held <> balance
    UNION ALL
    SELECT coalesce(o.user_id, p.user_id), format('order %s is %s: %s rubies were credited for it and %s taken back, it should be %s and %s',
      coalesce(o.id::text, p.order_id), coalesce(o.state, 'unknown'), coalesce(p.credited, 0), coalesce(p.taken, 0) + coalesce(owed.owed, 0),
      coalesce(o.rubies, 0), coalesce(o.taken_back, 0))
    FROM paid_orders o FULL JOIN purchases p ON p.order_id = o.id::text AND p.user_id = o.user_id
    LEFT JOIN owed ON owed.order_id = o.id::text AND owed.user_id = o.user_id
    WHERE o.id IS NULL OR p.credited IS DISTINCT FROM o.rubies OR coalesce(p.taken, 0) + coalesce(owed.owed, 0) <> o.taken_back
    UNION ALL
    SELECT t.user_id, format('hold %s was taken, and its transaction is not there or not the same', t.hold_id)
    FROM history t LEFT JOIN LATERAL (SELECT * FROM ruby_holds h WHERE h.id = t.hold_id OFFSET 0) h ON true
    WHERE t.hold_id IS NOT NULL AND (h.id IS NULL OR h.state <> 'taken' OR h.user_id <> t.user_id OR t.amount <> -h.amount)
  ),
  marked AS (
    INSERT INTO ledger_marks AS known (user_id, seq, balance, debt_seq, debt, checked_at, full_at, is_off)
    SELECT s.user_id, CASE WHEN is_off THEN 0 ELSE t.seq END, CASE WHEN is_off THEN 0 ELSE t.balance END,
      CASE WHEN is_off THEN 0 ELSE t.debt_seq END, CASE WHEN is_off THEN 0 ELSE t.debt END,
      -- A transaction that was not yet committed may have been timed before this statement.
      statement_timestamp() - interval '5 minutes', CASE WHEN s.is_full THEN statement_timestamp() ELSE s.full_at END, is_off
    FROM subjects s JOIN totals t USING (user_id)
    CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM problems p WHERE p.user_id = s.user_id) AS is_off) found
    WHERE s.has_account AND (s.is_full OR is_off OR t.lines > 0 OR t.debt_lines > 0 OR s.user_id IN (SELECT user_id FROM buyers))
    ON CONFLICT (user_id) DO UPDATE SET seq = excluded.seq, balance = excluded.balance, debt_seq = excluded.debt_seq,
      debt = excluded.debt, checked_at = excluded.checked_at, full_at = excluded.full_at, is_off = excluded.is_off
  )
  SELECT span.accounts, span.until_id, (SELECT count(*) FROM history) AS lines, problems.user_id, problems.problem
  FROM span LEFT JOIN problems ON true ORDER BY 4, 5
`

/** Checks at most so many of the accounts after an id, which together have at most so many new transactions unless it is a single one. */
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

const holdsSql = `
  WITH batch AS MATERIALIZED (
    SELECT id, user_id, amount, state FROM ruby_holds WHERE id > ?::uuid ORDER BY id LIMIT ?::int
  ),
  problems AS (
    SELECT h.user_id, format('hold %s was taken, and its transaction is not there or not the same', h.id) AS problem
    FROM batch h LEFT JOIN LATERAL (SELECT * FROM ruby_transactions t WHERE t.hold_id = h.id OFFSET 0) t ON true
    WHERE h.state = 'taken' AND (t.hold_id IS NULL OR t.user_id <> h.user_id OR t.amount <> -h.amount)
  )
  SELECT span.until_id, problems.user_id, problems.problem
  FROM (SELECT CASE WHEN count(*) < ?::int THEN '${lastId}'::uuid
    ELSE (SELECT id FROM batch ORDER BY id DESC LIMIT 1) END AS until_id FROM batch) span LEFT JOIN problems ON true ORDER BY 2, 3
`

/** Whether each taken hold has its transaction, for the next holds by id. Accounts can't tell: a mark covers transactions alone. */
export const holdBatchQuery = async (
  client: QueryClientContract,
  { afterId, holdsMax }: { afterId: string; holdsMax: number }
): Promise<Batch> => {
  const { rows } = await client.rawQuery<{ rows: { until_id: string; user_id: string | null; problem: string }[] }>(
    holdsSql,
    [afterId, holdsMax, holdsMax]
  )
  return { untilId: rows[0]!.until_id, problems: problemsIn(rows) }
}

const problemsIn = (rows: { user_id: string | null; problem: string }[]): LedgerCheck['problems'] =>
  rows.flatMap(({ user_id: userId, problem }) => (userId === null ? [] : [{ userId, problem }]))
