import { paths, type Message } from '#modules/chat/api'
import { sendJson } from '#web/lib/api_client'

/** Hides a message from prompts, or shows it to them again. */
export const hideMessage = (messageId: string, isHidden: boolean) =>
  sendJson<Message>('PUT', paths.hideMessage(messageId), { isHidden })
