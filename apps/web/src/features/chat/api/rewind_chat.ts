import { paths, type RewoundChat } from '#modules/chat/api'
import { sendJson } from '#web/lib/api_client'

/** Deletes the messages after a message. */
export const rewindChat = (sessionId: string, messageId: string) =>
  sendJson<RewoundChat>('POST', paths.rewind(sessionId), { messageId })

/** Restores the messages that a rewind deleted. Works for half an hour. */
export const undoRewind = (sessionId: string, messageId: string, rewindId: string) =>
  sendJson<Pick<RewoundChat, 'count'>>('POST', paths.undoRewind(sessionId), { messageId, rewindId })
