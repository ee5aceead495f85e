import { paths, type Message } from '#modules/chat/api'
import { sendJson } from '../../../lib/api_client.ts'

/** Selects one of a message's alternates by its index. */
export const chooseAlternate = (messageId: string, index: number) =>
  sendJson<Message>('PUT', paths.alternate(messageId), { index })
