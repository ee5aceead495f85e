import { paths } from '#modules/chat/api'
import { sendJson } from '../../../lib/api_client.ts'

/** `restoreMessage` can undo it for half an hour. */
export const deleteMessage = (messageId: string) => sendJson<{ message: string }>('DELETE', paths.message(messageId))
