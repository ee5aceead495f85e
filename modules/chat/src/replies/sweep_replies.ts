import { earliestIdAt } from '#modules/kernel/ids'
import type { ReplyContext } from './reply_context.ts'

/**
 * Parts are removed with the end of their reply. What a writer adds after that, because it did not know yet, is looked for among
 * those older than this alone: they stand at the beginning of the key, and are few or none.
 */
const strayAfterMs = 10 * 60_000

/** So many replies are ended by one call. */
export const sweepBatch = 500

/**
 * Ends the replies whose process is gone: their text so far is kept as broken off, the rubies go back, in one statement.
 * Slow is not dead: an owner counts as gone when its lease ran out by the database's clock, and only in the eyes of a process
 * that has itself worked with the database for one lease without a break: during an outage no process can renew its lease, and the
 * first one back must wait for the others. A process that came back under the same address has said
 * so outright.
 * A process's own replies that it knows nothing of (their beginning was committed, the answer lost) end the same way, and so do those
 * of one that was gone before it could register.
 * Returns the ids of those that were ended: at most `sweepBatch`, so that a process can renew its lease between two batches.
 */
export const sweepReplies = async ({ signals, hub, owner, timings }: ReplyContext): Promise<string[]> => {
  const known = hub.all().map((live) => live.identity.id)
  const rows = await signals.query<{ id: string }>(
    `with gone as (
       select id from reply_owners
       where lease_until = '-infinity'
         or (lease_until < clock_timestamp() and $4::boolean)
     ), lost as (
       select r.id from replies r where r.state = 'running' and (
         r.owner in (select id from gone)
         or r.created_at < clock_timestamp() - $1 * interval '1 millisecond' and (
           (r.owner = $2 and r.id <> all ($3::uuid[]))
           or ($4::boolean and not exists (select from reply_owners o where o.id = r.owner))
         )
       )
       limit ${sweepBatch} for update skip locked
     ), texts as materialized (
       select lost.id, coalesce((select string_agg(p.text, '' order by p.seq) from reply_parts p where p.reply_id = lost.id), '') as text
       from lost
     ), closed as (
       update replies r set state = case when t.text = '' then 'failed' else 'broken_off' end, ended_at = now(), error_code = 'server_lost'
       from texts t where r.id = t.id and r.state = 'running'
       returning r.id, r.kind, r.chat_session_id, r.message_id, r.position, r.tier, r.continues, t.text
     ), written as (
       insert into chat_messages (id, chat_session_id, position, content, ruby_cost, state, tier)
       select message_id, chat_session_id, position, text, 0, 'broken_off', tier from closed where text <> '' and kind = 'reply'
     ), parts as (
       delete from reply_parts where reply_id in (select id from closed)
     )
     select id, ledger_give_back(id) as given_back, case when text <> '' and kind <> 'reply' then
       chat_keep_rewrite(id, kind, message_id, position, tier, continues, text, 0, 'broken_off', false) end as kept
     from closed`,
    [timings.leaseMs, owner, known, signals.connectedForMs >= timings.leaseMs]
  )
  await signals.query(
    `delete from reply_owners o where lease_until < now() - interval '1 hour'
     and not exists (select from replies r where r.owner = o.id and r.state = 'running')`
  )
  await signals.query(
    `delete from reply_parts p where reply_id < $1
     and not exists (select from replies r where r.id = p.reply_id and r.state = 'running')`,
    [earliestIdAt(Date.now() - strayAfterMs)]
  )
  return rows.map(({ id }) => id)
}
