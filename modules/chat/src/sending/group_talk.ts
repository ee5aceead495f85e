import { chatUserEvent } from '../chats/chat_user_event.ts'
import type { ReplyContext } from '../generating/reply_context.ts'

/** Several turns of a group chat that the server takes by itself. */
export interface Talk {
  id: string
  /** How many the user asked for. */
  turns: number
  /** How many are left after the turn that begins with it. */
  turnsLeft: number
}

/** The talk before the turn that begins with it. Null: this turn is the first one. */
export const turnsLeftBefore = ({ turns, turnsLeft }: Talk): number | null =>
  turnsLeft === turns - 1 ? null : turnsLeft + 1

interface EndTalkInput {
  userId: string
  sessionId: string
  /** Null: whichever talk there is. */
  talkId: string | null
  /** Too few rubies end it. */
  isDenied?: boolean
}

/** Ends a talk after its running reply. Waits for a turn that is beginning. False: this user has no such group. */
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
