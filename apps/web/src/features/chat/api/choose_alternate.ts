import { paths, type Message } from '#modules/chat/api'
import { sendJson } from '#web/lib/api_client'

/** Selects one of a message's alternates by its index. */
export const chooseAlternate = (messageId: string, index: number) =>
  sendJson<Message>('PUT', paths.alternate(messageId), { index })
