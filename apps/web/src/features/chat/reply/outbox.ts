import { storage, tabStorage } from '#web/lib/storage'

/** A message that the server hasn't confirmed yet. */
export interface OutgoingMessage {
  clientMessageId: string
  content: string
  model: string
  /** In a group chat, the id of the character that answers, if the user chose it. */
  speakerId?: string
  /** The ids of the pictures that it shows. */
  pictures?: string[]
}

const keyOf = (sessionId: string) => `facet:outbox:${sessionId}`

/** Creates a list of messages per session, oldest first, in a storage area. */
function messagesIn(area: typeof storage) {
  const list = (sessionId: string): OutgoingMessage[] => {
    const stored = area.getJson(keyOf(sessionId))
    return Array.isArray(stored) ? stored.filter(isOutgoing) : []
  }
  const without = (sessionId: string, clientMessageId: string) =>
    list(sessionId).filter((message) => message.clientMessageId !== clientMessageId)
  const write = (sessionId: string, messages: OutgoingMessage[]) => {
    if (messages.length === 0) area.remove(keyOf(sessionId))
    else area.set(keyOf(sessionId), JSON.stringify(messages))
  }
  return {
    list,
    put: (sessionId: string, message: OutgoingMessage): void =>
      write(sessionId, [...without(sessionId, message.clientMessageId), message]),
    remove: (sessionId: string, clientMessageId: string): void => write(sessionId, without(sessionId, clientMessageId)),
  }
}

/** Unconfirmed messages, so that a reload loses none. */
export const outbox = messagesIn(storage)

/** Messages that wait for the end of a reply. They are kept per tab, because another tab must neither show nor send them. */
export const waitingMessages = messagesIn(tabStorage)

function isOutgoing(value: unknown): value is OutgoingMessage {
  const { clientMessageId, content, model } = (value ?? {}) as Partial<OutgoingMessage>
  return typeof clientMessageId === 'string' && typeof content === 'string' && typeof model === 'string'
}
