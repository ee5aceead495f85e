import { paths, type Message } from '#modules/chat/api'
import { sendJson } from '../../../lib/api_client.ts'

/** Ends the reply under way; what has been written is kept. Its stream then ends by itself. */
export const stopReply = (characterId: string, sessionId: string) =>
  sendJson<{ message: Message | null }>('POST', paths.stop(characterId), { sessionId })
