import type pg from 'pg'

/**
 * Invariants between messages, replies, holds and transactions while no reply is running, recomputed from the tables. Deliberately independent of
 * the product's own check. `problem` describes each violation.
 */
const promises = `
  with sums as (
    select a.user_id, a.balance, a.held,
      (select coalesce(sum(amount), 0) from ruby_transactions t where t.user_id = a.user_id) as posted,
      (select coalesce(sum(amount), 0) from ruby_holds h where h.user_id = a.user_id and h.state = 'held') as open,
      (select coalesce(-sum(amount), 0) from ruby_transactions t where t.user_id = a.user_id and type in ('chat', 'reroll')) as charged,
      (select coalesce(sum(coalesce(
         (select sum(ruby_cost) from chat_message_alternates c where c.message_id = m.id), m.ruby_cost)), 0)
       from chat_messages m join chat_sessions s on s.id = m.chat_session_id where s.user_id = a.user_id) as billed
    from ruby_accounts a
  ), answers as (
    -- Each answer once, with the id of its reply or message.
    select id, message_id, content, ruby_cost, state from chat_message_alternates
    union all
    select id, id, content, ruby_cost, state from chat_messages m
    where user_id is null and not exists (select from chat_message_alternates c where c.message_id = m.id)
  ), ended as (
    select r.*, h.state as hold_state, h.amount as hold_amount, a.id as answer_id, a.content as answer, a.ruby_cost as answer_cost,
      a.state as answer_state, said.id as said_id,
      -- A continuation changes the answer that it continues.
      r.kind = 'continue' or exists (
        select from replies c where c.continues = a.id and c.state <> 'failed'
      ) as is_continued,
      case when r.kind = 'continue' then r.state in ('written', 'broken_off') or r.error_code is null else a.id is not null end as has_text,
      (select count(*) from ruby_transactions t where t.hold_id = r.id and t.amount = -r.cost
       and t.type::text = case r.kind when 'reroll' then 'reroll' else 'chat' end) as charges
    from replies r
    left join ruby_holds h on h.id = r.id
    left join answers a on a.id = case r.kind when 'reply' then r.message_id when 'reroll' then r.id end
    left join chat_messages said on said.id = r.user_message_id
    where r.state <> 'running'
  )
  select format('user %s: balance %s, transactions %s', user_id, balance, posted) as problem from sums where balance <> posted
  union all
  select format('user %s: owes %s, the lines of the debt say %s, and %s are free', user_id, debt, lines, balance - held)
  from (select *, (select coalesce(sum(amount), 0) from ruby_debts d where d.user_id = a.user_id) as lines from ruby_accounts a) owing
  where debt <> lines or (debt > 0 and held <> balance)
  union all
  select format('order %s is %s, and was credited %s times', o.id, o.state, count(t.id))
  from ruby_orders o left join ruby_transactions t on t.type = 'purchase' and t.idempotency_key = 'order:' || o.id || ':purchase'
  group by o.id having count(t.id) <> (o.paid_at is not null)::int
  union all
  select format('user %s: held %s, open holds %s', user_id, held, open) from sums where held <> open
  union all
  select format('user %s: charged %s for messages that say %s', user_id, charged, billed) from sums
  -- Deleted accounts have no messages.
  where charged <> billed and exists (select from users where id = user_id)
  union all
  select format('hold %s is open, and no reply is under way with it', h.id) from ruby_holds h
  where h.state = 'held' and not exists (select from replies r where r.id = h.id and r.state = 'running')
  union all
  select format('reply %s: the message it answers is gone', id) from ended where said_id is null
  union all
  select format('reply %s: held %s for a cost of %s', id, hold_amount, cost) from ended where hold_amount is distinct from cost
  union all
  select format('reply %s is written, and charged %s times, hold %s, answer %s of cost %s', id, charges, hold_state, answer_state, answer_cost)
  from ended where state = 'written' and (charges <> 1 or hold_state <> 'taken' or (not is_continued
    and (answer_state is distinct from 'complete' or answer_cost <> cost or answer = '')))
  union all
  select format('reply %s was stopped after some text, and charged %s times, hold %s, answer %s', id, charges, hold_state, answer_state)
  from ended where state = 'stopped' and has_text and (charges <> 1 or hold_state <> 'taken' or (not is_continued
    and (answer_state <> 'stopped' or answer_cost <> cost or answer = '')))
  union all
  select format('reply %s has state %s and no charge is due, but charges %s, hold %s, cost %s', id, state, charges, hold_state, answer_cost)
  from ended where (state in ('failed', 'broken_off') or (state = 'stopped' and not has_text))
    and (charges <> 0 or hold_state <> 'given_back' or (not is_continued and coalesce(answer_cost, 0) <> 0))
  union all
  select format('answer %s is of no reply to its message', a.id) from chat_message_alternates a
  where a.id <> a.message_id and not exists (select from replies r where r.id = a.id and r.kind = 'reroll' and r.message_id = a.message_id)
  union all
  select format('message %s is not its selected answer', m.id) from chat_messages m
  left join chat_message_alternates a on a.id = m.answer_id and a.message_id = m.id
  where (m.answer_id is null) <> not exists (select from chat_message_alternates c where c.message_id = m.id)
    or (m.answer_id is not null and (m.content, m.ruby_cost, m.state) is distinct from (a.content, a.ruby_cost, a.state))
  union all
  select format('message %s belongs to no reply', m.id) from chat_messages m
  where m.user_id is null and m.position > 1 and not exists (select from replies r where r.message_id = m.id)
`

/** One line per broken promise. */
export const brokenPromises = async (db: pg.Client): Promise<string[]> => {
  const { rows } = await db.query<{ problem: string }>(promises)
  return rows.map((row) => row.problem)
}
