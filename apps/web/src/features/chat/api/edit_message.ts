import { paths, type Message } from '#modules/chat/api'
import { sendJson } from '#web/lib/api_client'

export const editMessage = (messageId: string, content: string) =>
  sendJson<Message>('PUT', paths.message(messageId), { content })
