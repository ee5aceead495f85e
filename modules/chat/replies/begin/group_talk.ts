import { chatUserEvent } from '../chat/chat_user_event.ts'
import type { ReplyContext } from '../run/reply_context.ts'

/** Several turns of a group chat that the server takes by itself. */
export interface Talk {
  id: string
  /** How many turns the user asked for. */
  turns: number
  /** How many turns are left after the turn that begins with this talk. */
  turnsLeft: number
}

/** Returns how many turns were left before the turn that begins with this talk. Null if it is the first turn. */
export const turnsLeftBefore = ({ turns, turnsLeft }: Talk): number | null =>
  turnsLeft === turns - 1 ? null : turnsLeft + 1

interface EndTalkInput {
  userId: string
  sessionId: string
  /** Null: any talk of the group. */
  talkId: string | null
  /** The talk ends because the user has too few rubies. */
  isDenied?: boolean
}

/** Ends a talk after its running reply. Waits for a turn that is beginning. Returns false if this user has no such group. */
export const endTalk = async (
  { db, events }: Pick<ReplyContext, 'db' | 'events'>,
  { userId, sessionId, talkId, isDenied = false }: EndTalkInput
): Promise<boolean> => {
  const { rows } = await db.rawQuery<{ rows: { has_ended: boolean }[] }>(
    `WITH session AS (
       SELECT id FROM chat_sessions WHERE id = ?::uuid AND user_id = ?::uuid AND character_id IS NULL AND deleted_at IS NULL
     ), ended AS (
       UPDATE chat_groups SET talk_id = NULL
       WHERE chat_session_id = (SELECT id FROM session) AND talk_id = coalesce(?::uuid, talk_id) RETURNING chat_session_id
     )
     SELECT EXISTS (SELECT FROM ended) AS has_ended FROM session`,
    [sessionId, userId, talkId] as never
  )
  if (rows[0]?.has_ended)
    events.publish(userId, chatUserEvent(sessionId, isDenied ? 'talk_denied' : 'settings_changed'))
  return rows.length > 0
}
