import { paths, type Message } from '#modules/chat/api'
import { sendJson } from '#web/lib/api_client'

/** Stops the reply that is being written. The text so far is kept, and its stream ends. */
export const stopReply = (characterId: string, sessionId: string) =>
  sendJson<{ message: Message | null }>('POST', paths.stop(characterId), { sessionId })
