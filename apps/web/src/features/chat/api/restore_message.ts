import { paths, type Message } from '#modules/chat/api'
import { sendJson } from '#web/lib/api_client'

/** Restores a deleted message in its old place. */
export const restoreMessage = (messageId: string) => sendJson<Message>('POST', paths.restoreMessage(messageId))
