import type { ReplyContext } from '../run/reply_context.ts'
import { chatUserEvent, type ReplyState } from '../api.ts'
import type { BeginOutcome, ReplyRequest, Talk } from './reply_request.ts'

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
       SELECT id FROM chat_sessions
       WHERE user_id = :userId::uuid AND id = :sessionId::uuid AND character_id IS NULL AND deleted_at IS NULL
     ), ended AS (
       UPDATE chat_groups SET talk_id = NULL
       WHERE user_id = :userId::uuid AND chat_session_id = (SELECT id FROM session) AND talk_id = coalesce(:talkId::uuid, talk_id)
       RETURNING chat_session_id
     )
     SELECT EXISTS (SELECT FROM ended) AS has_ended FROM session`,
    { userId, sessionId, talkId } as never
  )
  if (rows[0]?.has_ended)
    events.publish(userId, chatUserEvent(sessionId, isDenied ? 'talk_denied' : 'settings_changed'))
  return rows.length > 0
}

type TurnOfTalk = ReplyRequest & { talk: Talk; sessionId: string }

/** Begins the next turn of a talk, or ends the talk. Never rejects. */
export const continueTalk = async (
  context: Pick<ReplyContext, 'db' | 'events' | 'logger'>,
  begin: { run(request: ReplyRequest): Promise<BeginOutcome> },
  { talk, sessionId, ...turn }: TurnOfTalk,
  state: ReplyState
): Promise<void> => {
  try {
    let isDenied = false
    if (state === 'written' && talk.turnsLeft > 0) {
      const next = { ...talk, turnsLeft: talk.turnsLeft - 1 }
      const { kind } = await begin.run({ ...turn, clientMessageId: null, talk: next })
      if (kind === 'started') return
      isDenied = kind === 'insufficient_rubies'
    }
    await endTalk(context, { userId: turn.user.id, sessionId, talkId: talk.id, isDenied })
  } catch (error) {
    // Without another turn, the talk soon counts as over.
    context.logger.warn({ err: error, talkId: talk.id }, 'a talk could not go on')
  }
}
