import { paths } from '#modules/chat/api'
import { sendJson } from '#web/lib/api_client'

/** Deletes a message. `restoreMessage` can undo the deletion for half an hour. */
export const deleteMessage = (messageId: string) => sendJson<{ message: string }>('DELETE', paths.message(messageId))
