import type { ReplyKind, ReplyState, UserEvent } from '../api.ts'

export interface ReplySubject {
  chatSessionId: string
  characterId: string
  messageId: string
  kind: ReplyKind
}

/** Returns the event that notifies a user's open tabs of a reply. */
export const replyUserEvent = (
  { chatSessionId, characterId, messageId, kind }: ReplySubject,
  state: ReplyState
): UserEvent => ({ type: 'reply', sessionId: chatSessionId, characterId, messageId, kind, state })

/**
 * Whether an event changes how many rubies are available. A reply holds, charges or releases rubies, and deleting a chat may end its reply.
 */
export const movesRubies = (event: { type: string; what?: unknown }) =>
  event.type === 'reply' || (event.type === 'chat' && event.what === 'chat_deleted')
