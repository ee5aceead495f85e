import type { ReplyContext } from '../run/reply_context.ts'
import { replyUserEvent, type ReplySubject } from '../run/reply_user_events.ts'
import type { ReplyEnding } from '../api.ts'
import type { SweptReply } from './sweep_replies.ts'

interface EndedRow extends ReplySubject {
  userId: string
  state: ReplyEnding
}

const endedReplies = `SELECT r.user_id AS "userId", r.chat_session_id AS "chatSessionId", coalesce(r.character_id, s.character_id) AS "characterId",
    r.message_id AS "messageId", r.kind, r.state
  FROM replies r JOIN chat_sessions s ON s.user_id = r.user_id AND s.id = r.chat_session_id`

/** Publishes the ends of replies that this process ended for another process. */
export const publishEnded = async ({ connection, events }: ReplyContext, swept: readonly SweptReply[]) => {
  if (swept.length === 0) return
  const rows = await connection.query<EndedRow>(
    `-- all users: replies that a sweep has ended
     ${endedReplies} JOIN unnest($1::uuid[], $2::uuid[]) swept (user_id, id) ON r.user_id = swept.user_id AND r.id = swept.id`,
    [swept.map(({ userId }) => userId), swept.map(({ id }) => id)]
  )
  for (const row of rows) events.publish(row.userId, replyUserEvent(row, row.state))
}

/** A process resends unsent events after a second, so the ends of a slightly longer time are read. */
const resendMarginMs = 1_000

/**
 * Sends the latest ends of replies of dead processes, which may have died before publishing them. Every process does this for its own
 * listeners. An event that arrives twice does no harm.
 */
export const sendLastEndsOf = async (
  { connection, events }: ReplyContext,
  owners: readonly string[],
  withinMs: number
) => {
  if (owners.length === 0 || events.size === 0) return
  const rows = await connection.query<EndedRow>(
    `-- all users: those who listen to this process
     ${endedReplies} WHERE r.user_id = ANY ($1::uuid[]) AND r.owner = ANY ($2::uuid[])
       AND r.created_at > now() - INTERVAL '1 day' AND r.ended_at > now() - $3 * INTERVAL '1 millisecond'`,
    [events.userIds, owners, withinMs + resendMarginMs]
  )
  for (const row of rows) events.send(row.userId, replyUserEvent(row, row.state))
}
