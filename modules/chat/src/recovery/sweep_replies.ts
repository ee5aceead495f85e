import { earliestIdAt } from '#modules/kernel/ids'
import type { ReplyContext } from '../generating/reply_context.ts'

/**
 * Parts are deleted when their reply ends. A writer that didn't know of the end may add more. Only parts older than this are searched
 * for such strays: they are at the start of the primary key, and few.
 */
const strayAfterMs = 10 * 60_000

/** The most replies that one call ends. */
export const sweepBatch = 500

/**
 * Ends replies whose process is gone. In one statement, saves their text as broken off and releases the rubies. Returns their ids.
 *
 * A process is gone when its lease has expired by the database's clock. During an outage no process can renew its lease, so this only
 * counts for a process that has itself been connected for one lease without a break. A lease of '-infinity' was expired on purpose.
 *
 * Two more cases end the same way: replies of this process that it doesn't know, because the answer to their begin was lost, and
 * replies of a process that died before it registered.
 */
export const sweepReplies = async ({ connection, hub, owner, timings }: ReplyContext): Promise<string[]> => {
  const known = hub.all().map((live) => live.identity.id)
  const rows = await connection.query<{ id: string }>(
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
    [timings.leaseMs, owner, known, connection.connectedForMs >= timings.leaseMs]
  )
  await connection.query(
    `delete from reply_owners o where lease_until < now() - interval '1 hour'
     and not exists (select from replies r where r.owner = o.id and r.state = 'running')`
  )
  await connection.query(
    `delete from reply_parts p where reply_id < $1
     and not exists (select from replies r where r.id = p.reply_id and r.state = 'running')`,
    [earliestIdAt(Date.now() - strayAfterMs)]
  )
  return rows.map(({ id }) => id)
}
