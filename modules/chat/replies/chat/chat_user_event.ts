import type { ChatChange, UserEvent } from '../api.ts'

/** Returns the event that notifies a user's open tabs of a changed chat. */
export const chatUserEvent = (sessionId: string, what: ChatChange, messageId?: string): UserEvent =>
  messageId === undefined ? { type: 'chat', sessionId, what } : { type: 'chat', sessionId, what, messageId }
