import type pg from 'pg'

/** SQL for whether a stopped reply has text. Only the user's own stops may have none. */
const isTextual = (code: string) => `(${code} IS NULL OR ${code} NOT IN ('stopped', 'deleted'))`

/**
 * Invariants between messages, replies, holds and transactions while no reply is running, recomputed from the tables. They are
 * deliberately independent of the product's own check. `problem` describes each violation.
 */
const promises = `
  WITH sums AS (
    SELECT a.user_id, a.balance, a.held,
      (SELECT coalesce(sum(amount), 0) FROM ruby_transactions t WHERE t.user_id = a.user_id) AS posted,
      (SELECT coalesce(sum(amount), 0) FROM ruby_holds h WHERE h.user_id = a.user_id AND h.state = 'held') AS open,
      (SELECT coalesce(-sum(amount), 0) FROM ruby_transactions t WHERE t.user_id = a.user_id AND type IN ('chat', 'reroll')) AS charged,
      (SELECT coalesce(sum(coalesce(
         (SELECT sum(ruby_cost) FROM chat_message_alternates c WHERE c.user_id = m.user_id AND c.message_id = m.id), m.ruby_cost)), 0)
       FROM chat_messages m WHERE m.user_id = a.user_id)
      -- Lines for the user are no messages.
      + (SELECT coalesce(sum(cost), 0) FROM replies r WHERE r.user_id = a.user_id AND kind IN ('impersonate', 'suggest')
         AND (state = 'written' OR state = 'stopped' AND ${isTextual('error_code')})) AS billed
    FROM ruby_accounts a
  ), answers AS (
    -- Each answer once, with the id of its reply or message.
    SELECT user_id, id, message_id, content, ruby_cost, state FROM chat_message_alternates
    UNION ALL
    SELECT user_id, id, id, content, ruby_cost, state FROM chat_messages m
    WHERE author_id IS NULL AND NOT EXISTS (SELECT FROM chat_message_alternates c WHERE c.user_id = m.user_id AND c.message_id = m.id)
  ), ended AS (
    SELECT r.*, h.state AS hold_state, h.amount AS hold_amount, a.id AS answer_id, a.content AS answer, a.ruby_cost AS answer_cost,
      a.state AS answer_state, user_message.id AS found_message_id,
      -- A continuation changes the answer that it continues.
      r.kind IN ('continue', 'impersonate', 'suggest') OR EXISTS (
        SELECT FROM replies c WHERE c.user_id = r.user_id AND c.continues = a.id AND c.state <> 'failed'
      ) AS is_continued,
      CASE WHEN r.kind IN ('continue', 'impersonate', 'suggest') THEN r.state IN ('written', 'broken_off') OR r.state = 'stopped' AND ${isTextual('r.error_code')} ELSE a.id IS NOT NULL END AS has_text,
      (SELECT count(*) FROM ruby_transactions t WHERE t.user_id = r.user_id AND t.hold_id = r.id AND t.amount = -r.cost
       AND t.type::text = CASE r.kind WHEN 'reroll' THEN 'reroll' ELSE 'chat' END) AS charges
    FROM replies r
    LEFT JOIN ruby_holds h ON h.user_id = r.user_id AND h.id = r.id
    LEFT JOIN answers a ON a.user_id = r.user_id AND a.id = CASE r.kind WHEN 'reply' THEN r.message_id WHEN 'reroll' THEN r.id END
    LEFT JOIN chat_messages user_message ON user_message.user_id = r.user_id AND user_message.id = r.user_message_id
    WHERE r.state <> 'running'
  )
  SELECT format('user %s: balance %s, transactions %s', user_id, balance, posted) AS problem FROM sums WHERE balance <> posted
  UNION ALL
  SELECT format('user %s: owes %s, the debt entries sum to %s, and %s can be spent', user_id, debt, entries, balance - held)
  FROM (SELECT *, (SELECT coalesce(sum(amount), 0) FROM ruby_debts d WHERE d.user_id = a.user_id) AS entries FROM ruby_accounts a) owing
  WHERE debt <> entries OR (debt > 0 AND held <> balance)
  UNION ALL
  SELECT format('order %s is %s, and was credited %s times', o.id, o.state, count(t.id))
  FROM ruby_orders o LEFT JOIN ruby_transactions t ON t.type = 'purchase' AND t.idempotency_key = 'order:' || o.id || ':purchase'
  GROUP BY o.user_id, o.id HAVING count(t.id) <> (o.paid_at IS NOT NULL)::int
  UNION ALL
  SELECT format('user %s: held %s, open holds %s', user_id, held, open) FROM sums WHERE held <> open
  UNION ALL
  SELECT format('user %s: charged %s for messages that cost %s', user_id, charged, billed) FROM sums
  -- Deleted accounts have no messages.
  WHERE charged <> billed AND EXISTS (SELECT FROM users WHERE id = user_id)
  UNION ALL
  SELECT format('hold %s is open, but its reply is not running', h.id) FROM ruby_holds h
  WHERE h.state = 'held' AND NOT EXISTS (SELECT FROM replies r WHERE r.user_id = h.user_id AND r.id = h.id AND r.state = 'running')
  UNION ALL
  SELECT format('reply %s: its user message is missing', id) FROM ended WHERE found_message_id IS NULL
  -- A turn of a group chat may have none.
    AND (user_message_id IS NOT NULL OR character_id IS NULL) AND kind NOT IN ('impersonate', 'suggest')
  UNION ALL
  SELECT format('reply %s: held %s for a cost of %s', id, hold_amount, cost) FROM ended WHERE hold_amount IS DISTINCT FROM cost
  UNION ALL
  SELECT format('reply %s is written, and charged %s times, hold %s, answer %s of cost %s', id, charges, hold_state, answer_state, answer_cost)
  FROM ended WHERE state = 'written' AND (charges <> 1 OR hold_state <> 'taken' OR (NOT is_continued
    AND (answer_state IS DISTINCT FROM 'complete' OR answer_cost <> cost OR answer = '')))
  UNION ALL
  SELECT format('reply %s was stopped after some text, and charged %s times, hold %s, answer %s', id, charges, hold_state, answer_state)
  FROM ended WHERE state = 'stopped' AND has_text AND (charges <> 1 OR hold_state <> 'taken' OR (NOT is_continued
    AND (answer_state <> CASE WHEN error_code IN ('content_filtered', 'model_refused') THEN error_code ELSE 'stopped' END OR answer_cost <> cost OR answer = '')))
  UNION ALL
  SELECT format('reply %s has state %s and no charge is due, but charges %s, hold %s, cost %s', id, state, charges, hold_state, answer_cost)
  FROM ended WHERE (state IN ('failed', 'broken_off') OR (state = 'stopped' AND NOT has_text))
    AND (charges <> 0 OR hold_state <> 'given_back' OR (NOT is_continued AND coalesce(answer_cost, 0) <> 0))
  UNION ALL
  SELECT format('answer %s does not come from a reroll of its message', a.id) FROM chat_message_alternates a
  LEFT JOIN LATERAL (
    -- The answers that a branch has copied have no replies.
    SELECT b.created_at AS copied_at FROM chat_messages m JOIN chat_branches b USING (chat_session_id) WHERE m.id = a.message_id
  ) branch ON true
  -- A character's greetings are free, and no model wrote them.
  WHERE a.id <> a.message_id AND NOT (a.tier IS NULL AND a.ruby_cost = 0) AND a.tier IS DISTINCT FROM 'imported' AND a.created_at > coalesce(copied_at, '-infinity')
    AND NOT EXISTS (SELECT FROM replies r WHERE r.id = a.id AND r.kind = 'reroll' AND r.message_id = a.message_id)
  UNION ALL
  SELECT format('message %s is not its selected answer', m.id) FROM chat_messages m
  LEFT JOIN chat_message_alternates a ON a.id = m.answer_id AND a.message_id = m.id
  WHERE (m.answer_id IS NULL) <> NOT EXISTS (SELECT FROM chat_message_alternates c WHERE c.message_id = m.id)
    OR (m.answer_id IS NOT NULL AND (m.content, m.ruby_cost, m.state) IS DISTINCT FROM (a.content, a.ruby_cost, a.state))
  UNION ALL
  SELECT format('message %s belongs to no reply', m.id) FROM chat_messages m
  WHERE m.user_id IS NULL AND m.position > 1 AND NOT EXISTS (SELECT FROM replies r WHERE r.message_id = m.id)
    -- The answers of a demo, of imported chats and of branches have no reply and cost nothing.
    AND NOT (m.ruby_cost = 0 AND (
      m.tier IS NOT DISTINCT FROM 'imported' OR EXISTS (SELECT FROM demo_adoptions d WHERE d.chat_session_id = m.chat_session_id)
      OR EXISTS (SELECT FROM chat_branches b WHERE b.chat_session_id = m.chat_session_id AND m.created_at < b.created_at)))
`

/** Returns one line per violated invariant. */
export const brokenPromises = async (db: pg.Client): Promise<string[]> => {
  const { rows } = await db.query<{ problem: string }>(promises)
  return rows.map((row) => row.problem)
}
