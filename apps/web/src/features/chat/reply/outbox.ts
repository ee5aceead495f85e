import { storage } from '#web/lib/storage'

/** A message that the server hasn't confirmed yet. */
export interface OutgoingMessage {
  clientMessageId: string
  content: string
  model: string
}

const keyOf = (sessionId: string) => `facet:outbox:${sessionId}`

/** Keeps unconfirmed messages in local storage, so that a reload loses none. */
export const outbox = {
  list(sessionId: string): OutgoingMessage[] {
    try {
      const parsed: unknown = JSON.parse(storage.get(keyOf(sessionId)) ?? '[]')
      return Array.isArray(parsed) ? parsed.filter(isOutgoing) : []
    } catch {
      return []
    }
  },
  put(sessionId: string, message: OutgoingMessage): void {
    write(sessionId, [...without(sessionId, message.clientMessageId), message])
  },
  remove(sessionId: string, clientMessageId: string): void {
    write(sessionId, without(sessionId, clientMessageId))
  },
}

function without(sessionId: string, clientMessageId: string): OutgoingMessage[] {
  return outbox.list(sessionId).filter((message) => message.clientMessageId !== clientMessageId)
}

function write(sessionId: string, messages: OutgoingMessage[]): void {
  if (messages.length === 0) storage.remove(keyOf(sessionId))
  else storage.set(keyOf(sessionId), JSON.stringify(messages))
}

function isOutgoing(value: unknown): value is OutgoingMessage {
  const { clientMessageId, content, model } = (value ?? {}) as Partial<OutgoingMessage>
  return typeof clientMessageId === 'string' && typeof content === 'string' && typeof model === 'string'
}
