import type { ChatChange, UserEvent } from '../../api.ts'

/** The event that tells a user's open tabs about a changed chat. */
export const chatUserEvent = (sessionId: string, what: ChatChange, messageId?: string): UserEvent =>
  messageId === undefined ? { type: 'chat', sessionId, what } : { type: 'chat', sessionId, what, messageId }
