import type { Message } from '../api.ts'
import { readReply } from '../run/read_reply.ts'
import type { ReplyContext } from '../run/reply_context.ts'
import { stopChannel } from '../run/reply_topics.ts'
import { publishEnded } from '../recover/publish_ended.ts'
import { sweepReplies } from '../recover/sweep_replies.ts'
import type { ChatTarget } from '../replies.ts'
import { endTalk } from './group_talk.ts'

/**
 * Ends the running reply of a session, whichever process generates it, and the talk of a group. Sweeps the reply of a dead process, whose
 * text is kept for free. Returns the message that the reply wrote. Null without a running reply, or without any text.
 */
export const stopReply = async (
  context: ReplyContext,
  input: ChatTarget
): Promise<'no_such_chat' | { message: Message | null }> => {
  const { db, hub, bus, timings, timers } = context
  // Ends the talk first, so that no turn begins after the running reply is read.
  if (input.characterId === null) await endTalk(context, { ...input, talkId: null })
  const { rows } = await db.rawQuery(
    `WITH session AS (
       SELECT id FROM chat_sessions
       WHERE user_id = :userId::uuid AND id = :sessionId AND character_id IS NOT DISTINCT FROM :characterId::uuid AND deleted_at IS NULL
     ), asked AS (
       UPDATE replies SET stop_requested_at = now()
       WHERE user_id = :userId::uuid AND chat_session_id = (SELECT id FROM session) AND state = 'running' RETURNING id
     )
     SELECT session.id AS session_id, asked.id AS reply_id FROM session LEFT JOIN asked ON true`,
    { ...input } as never
  )
  if (!rows[0]) return 'no_such_chat'
  const replyId: string | null = rows[0].reply_id
  if (!replyId) return { message: null }

  const live = hub.find(replyId)
  live?.end('stopped')
  if (!live) await bus.notify(stopChannel, replyId).catch(() => {})

  // The owner reads the request at its next tick. If the owner is gone, its lease expires before this deadline.
  const deadline = timers.monotonicMs() + timings.leaseMs * 2 + timings.tickMs * 4
  for (let waitMs = 5; timers.monotonicMs() < deadline; waitMs = Math.min(waitMs * 2, 200)) {
    const reply = await readReply(db.connection(), input.userId, replyId)
    if (!reply || reply.state !== 'running') return { message: reply?.message ?? null }
    if (!reply.owner_alive) await publishEnded(context, await sweepReplies(context))
    await timers.sleep(waitMs)
  }
  return { message: null }
}
