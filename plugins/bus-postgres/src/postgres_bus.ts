import { encodeMessage, Subscribers, type BusReports, type MessageBus } from '#plugins/contract/bus'

/** A connection that listens. It belongs to the process, which opens and closes it, and also uses it for other work. */
export interface NotifyConnection {
  /** An id that no other process has. */
  readonly processId: string
  readonly isConnected: boolean
  query(text: string, values: unknown[]): Promise<unknown>
  listen(channel: string, listener: (payload: string) => void): void
  /** Calls back after each (re)connect, when all channels are listened to. Ignores a listener that it already has. */
  onGap(listener: () => void): void
}

const channel = 'facet_bus'
/** PostgreSQL accepts payloads under 8,000 bytes. */
const payloadBytesMax = 7_999

/**
 * A bus on LISTEN and NOTIFY. All subjects share one channel, because each NOTIFY wakes all listening connections anyway. Every process
 * reads all messages and drops those without a subscriber.
 *
 * The messages of one turn of the event loop are sent together, in as few payloads as possible: a JSON array of the sender's id, a number,
 * and pairs of subject and message. The number makes payloads different, because PostgreSQL drops repetitions within a transaction.
 */
export const postgresBus = (connection: NotifyConnection, { onError = () => {} }: BusReports = {}): MessageBus => {
  const subscribers = new Subscribers(onError)
  let queue: string[] = []
  let sending: Promise<void> | null = null
  let sent = 0

  const send = async () => {
    const texts = queue
    queue = []
    sending = null
    await connection.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
      channel,
      payloadsOf(texts, () => `[${JSON.stringify(connection.processId)},${sent++}`),
    ])
  }

  connection.listen(channel, (payload) => {
    try {
      const [sender, , ...messages] = JSON.parse(payload)
      if (sender === connection.processId) return
      for (const [subject, message] of messages) subscribers.deliver(subject, message)
    } catch (error) {
      onError(error)
    }
  })
  return {
    start() {},
    async publish(subject, message) {
      queue.push(`,[${JSON.stringify(subject)},${encodeMessage(subject, message)}]`)
      await (sending ??= Promise.resolve().then(send))
    },
    subscribe: (subject, listener) => subscribers.add(subject, listener),
    subscribed: async () => {},
    onGap: (listener) => connection.onGap(listener),
    isConnected: () => connection.isConnected,
    async close() {},
  }
}

/** Joins messages to payloads, each with a beginning of its own. */
const payloadsOf = (texts: readonly string[], begin: () => string): string[] => {
  const payloads: string[] = []
  let payload = ''
  let bytes = 0
  for (const text of texts) {
    const length = Buffer.byteLength(text)
    if (payload === '' || bytes + length + 1 > payloadBytesMax) {
      if (payload !== '') payloads.push(`${payload}]`)
      payload = begin()
      bytes = payload.length
    }
    payload += text
    bytes += length
  }
  return [...payloads, `${payload}]`]
}
