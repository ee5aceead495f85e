import type { ReplyKind, ReplyState, UserEvent } from '../../api.ts'

export interface ReplySubject {
  chatSessionId: string
  characterId: string
  messageId: string
  kind: ReplyKind
}

/** The event that tells a user's open tabs about a reply. */
export const replyUserEvent = (
  { chatSessionId, characterId, messageId, kind }: ReplySubject,
  state: ReplyState
): UserEvent => ({ type: 'reply', sessionId: chatSessionId, characterId, messageId, kind, state })

/** Whether the event changes how many rubies are available: a reply holds, charges or releases them, and so does deleting its chat. */
export const movesRubies = (event: { type: string; what?: unknown }) =>
  event.type === 'reply' || (event.type === 'chat' && event.what === 'chat_deleted')
