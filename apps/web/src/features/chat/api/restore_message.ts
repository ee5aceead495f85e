import { paths, type Message } from '#modules/chat/api'
import { sendJson } from '../../../lib/api_client.ts'

/** Brings a deleted message back to where it was. */
export const restoreMessage = (messageId: string) => sendJson<Message>('POST', paths.restoreMessage(messageId))
