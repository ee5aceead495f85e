import { isDistributed } from '#modules/kernel/distribution'
import { earliestIdAt } from '#modules/kernel/ids'
import type { ReplyContext } from '../run/reply_context.ts'
import { isGone, isSureOfLeases } from './gone_processes.ts'
import { readLeftJournals, type LeftText } from './left_journals.ts'

/**
 * Parts are deleted when their reply ends, but a writer that didn't know of the end may add more. Such strays are only searched among parts
 * older than this, which are few.
 */
const strayAfterMs = 10 * 60_000

/** The maximum number of replies that one statement ends, and of users in a call. */
export const sweepBatch = 500

/** A reply that a sweep has ended. */
export interface SweptReply {
  userId: string
  id: string
}

/**
 * SQL for whether the reply `r` is lost: its process is gone. Two more kinds of replies are. The first kind belongs to this process, which
 * doesn't know the reply because the response to `beginReply` was lost. The second kind belongs to a process that died before it registered.
 * Parameters: `LostValues`.
 */
const isLost = `r.state = 'running' AND (
         r.owner IN (SELECT o.id FROM reply_owners o WHERE ${isGone('$4')})
         OR r.created_at < clock_timestamp() - $1 * INTERVAL '1 millisecond' AND (
           (r.owner = $2 AND r.id <> ALL ($3::uuid[]))
           OR ($4::boolean AND NOT EXISTS (SELECT FROM reply_owners o WHERE o.id = r.owner))
         )
       )`
type LostValues = [leaseMs: number, owner: string, known: string[], isSureOfLeases: boolean]

/**
 * Ends lost replies, and the talks that they belong to. In one statement, or one for each user in a distributed database, saves their text
 * as broken off and releases the rubies. Processes of this machine also leave text in files, which counts if it continues the text of the
 * tables.
 */
export const sweepReplies = async (context: ReplyContext): Promise<SweptReply[]> => {
  const { connection, db, hub, owner, timings, timers } = context
  const left = await readLeftJournals(context)
  const known = hub.all().map((live) => live.identity.id)
  const lost: LostValues = [timings.leaseMs, owner, known, isSureOfLeases(context)]
  const swept: SweptReply[] = []
  if (isDistributed(db.connection()))
    for (const { userId, ids } of await findUsers(connection, lost))
      swept.push(
        ...(await endLost(connection, lost, { left: left.filter(({ replyId }) => ids.includes(replyId)), userId }))
      )
  else swept.push(...(await endLost(connection, lost, { left, userId: null })))
  await connection.query(
    `-- all users: processes without a running reply
     DELETE FROM reply_owners o WHERE lease_until < now() - INTERVAL '1 hour'
     AND NOT EXISTS (SELECT FROM replies r WHERE r.owner = o.id AND r.state = 'running')`
  )
  await connection.query(
    `-- all users: stray parts
     DELETE FROM reply_parts p WHERE reply_id < $1
     AND NOT EXISTS (SELECT FROM replies r WHERE r.user_id = p.user_id AND r.id = p.reply_id AND r.state = 'running')`,
    [earliestIdAt(timers.now() - strayAfterMs)]
  )
  await connection.query(
    `-- all users: tails of other processes
     DELETE FROM reply_tails t WHERE owner <> $1
     AND NOT EXISTS (SELECT FROM replies r WHERE r.owner = t.owner AND r.state = 'running')`,
    [owner]
  )
  return swept
}

type Connection = ReplyContext['connection']

/** Returns users with lost replies, and the ids of these. */
const findUsers = (connection: Connection, lost: LostValues) =>
  connection.query<{ userId: string; ids: string[] }>(
    `-- all users: replies of processes that are gone
     SELECT r.user_id AS "userId", array_agg(r.id) AS ids FROM replies r WHERE ${isLost} GROUP BY 1 LIMIT ${sweepBatch}`,
    lost
  )

/** `userId`: null for all users. */
const endLost = (
  connection: Connection,
  lost: LostValues,
  { left, userId }: { left: readonly LeftText[]; userId: string | null }
) =>
  connection.query<SweptReply>(
    `-- all users: replies of processes that are gone
     WITH lost AS (
       SELECT r.user_id, r.id, r.owner FROM replies r WHERE ${isLost} AND ($8::uuid IS NULL OR r.user_id = $8)
       LIMIT ${sweepBatch} FOR UPDATE SKIP LOCKED
     ), tails AS MATERIALIZED (
       SELECT (tail->>0)::uuid AS id, (tail->>1)::integer AS parts, string_agg(tail->>2, '' ORDER BY t.seq) AS text
       FROM reply_tails t, json_array_elements(t.tails) tail WHERE t.owner IN (SELECT owner FROM lost) GROUP BY 1, 2
     ), texts AS MATERIALIZED (
       SELECT lost.user_id, lost.id, CASE WHEN starts_with(file.text, stored.text) THEN file.text ELSE stored.text END AS text
       FROM lost
       CROSS JOIN LATERAL (
         SELECT string_agg(p.text, '' ORDER BY p.seq) AS text, count(*) AS parts FROM reply_parts p
         WHERE p.user_id = lost.user_id AND p.reply_id = lost.id
       ) saved
       LEFT JOIN tails ON tails.id = lost.id AND tails.parts = saved.parts
       CROSS JOIN LATERAL (SELECT coalesce(saved.text, '') || coalesce(tails.text, '') AS text) stored
       LEFT JOIN unnest($5::uuid[], $6::uuid[], $7::text[]) file (owner, id, text) ON file.owner = lost.owner AND file.id = lost.id
     ), closed AS (
       UPDATE replies r SET state = CASE WHEN t.text = '' THEN 'failed' ELSE 'broken_off' END, ended_at = now(), error_code = 'server_lost'
       FROM texts t WHERE r.user_id = t.user_id AND r.id = t.id AND r.state = 'running'
       RETURNING r.id, r.user_id, r.kind, r.chat_session_id, r.message_id, r.position, r.tier, r.continues, r.character_id, r.speaker,
         t.text
     ), written AS (
       INSERT INTO chat_messages (user_id, id, chat_session_id, position, content, ruby_cost, state, tier, character_id, speaker)
       SELECT user_id, message_id, chat_session_id, position, text, 0, 'broken_off', tier, character_id, speaker
       FROM closed WHERE text <> '' AND kind = 'reply'
     ), talks AS (
       UPDATE chat_groups SET talk_id = NULL
       WHERE (user_id, chat_session_id) IN (SELECT user_id, chat_session_id FROM closed) AND talk_id IS NOT NULL
     ), parts AS (
       DELETE FROM reply_parts WHERE (user_id, reply_id) IN (SELECT user_id, id FROM closed)
     )
     SELECT user_id AS "userId", id, ledger_give_back(user_id, id) AS given_back, CASE WHEN text <> '' AND kind <> 'reply' THEN
       chat_keep_rewrite(user_id, id, kind, message_id, position, tier, continues, text, 0, 'broken_off', false,
         NULL, NULL, NULL, false, NULL, NULL, NULL) END AS kept
     FROM (SELECT * FROM closed ORDER BY user_id OFFSET 0) ordered`,
    [...lost, left.map(({ owner }) => owner), left.map(({ replyId }) => replyId), left.map(({ text }) => text), userId]
  )
