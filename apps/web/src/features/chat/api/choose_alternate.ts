import { paths, type Message } from '#modules/chat/api'
import { sendJson } from '../../../lib/api_client.ts'

/** Which of a message's answers counts as said, from 0. */
export const chooseAlternate = (messageId: string, index: number) =>
  sendJson<Message>('PUT', paths.alternate(messageId), { index })
