import { paths, type Message } from '#modules/chat/api'
import { sendJson } from '../../../lib/api_client.ts'

export const editMessage = (messageId: string, content: string) =>
  sendJson<Message>('PUT', paths.message(messageId), { content })
