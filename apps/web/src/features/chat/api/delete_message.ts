import { paths } from '#modules/chat/api'
import { sendJson } from '../../../lib/api_client.ts'

/** Can be undone for half an hour, by `restoreMessage`. */
export const deleteMessage = (messageId: string) => sendJson<{ message: string }>('DELETE', paths.message(messageId))
