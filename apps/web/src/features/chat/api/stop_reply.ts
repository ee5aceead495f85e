import { paths, type Message } from '#modules/chat/api'
import { sendJson } from '../../../lib/api_client.ts'

/** Stops the reply that is being written. The text so far is kept, and its stream ends. */
export const stopReply = (characterId: string, sessionId: string) =>
  sendJson<{ message: Message | null }>('POST', paths.stop(characterId), { sessionId })
