/**
 * Messages between the processes of one installation. Delivery is best effort: the tables are authoritative, and a lost message may only
 * cost time. A bus tells its process when it may have missed messages.
 *
 * A subject is a name and a key: `events.USER`. It consists of ASCII letters, digits, `-`, `_` and `.`.
 */
export interface MessageBus {
  /** Connects in the background, and stays connected until `close`. Subscribe before it or after it. */
  start(): void

  /**
   * Sends to the subscribers of the subject in all other processes. This process isn't one of them. Messages of one process on one subject
   * arrive in the order of their calls. Resolves when the broker has the message. Rejects when it may be lost, and with a `RangeError`
   * when it is longer than `messageBytesMax`.
   */
  publish(subject: string, message: object): Promise<void>

  /** Returns a function that unsubscribes. After it, the listener isn't called again. Listeners that throw are reported, not repeated. */
  subscribe(subject: string, listener: (message: any) => void): () => void

  /**
   * Resolves when every subscription so far receives what others publish from now on. While the bus isn't connected, it resolves at once,
   * because a gap follows. Never rejects.
   */
  subscribed(): Promise<void>

  /**
   * Calls back after each (re)connect, once all subscriptions are in effect again. Messages before that may have been missed, so read the
   * tables again.
   */
  onGap(listener: () => void): void

  /** Whether messages arrive at the moment, for the operator. A loss may take a while to be noticed. */
  isConnected(): boolean

  /** Disconnects for good. Later calls of `publish` reject. */
  close(): Promise<void>
}

/** The reports of a bus to the operator. Neither contains a message or a password. */
export interface BusReports {
  /** The connection failed or was lost, and is tried again. */
  onLost?: (error: Error) => void
  /** A listener threw, or a message was unreadable. */
  onError?: (error: unknown) => void
}

/** The maximum length of a message as JSON in UTF-8, including its subject. PostgreSQL accepts payloads under 8,000 bytes. */
export const messageBytesMax = 7_500

/** Returns the message as JSON. */
export const encodeMessage = (subject: string, message: object): string => {
  const text = JSON.stringify(message)
  const bytes = Buffer.byteLength(subject) + Buffer.byteLength(text)
  if (bytes > messageBytesMax)
    throw new RangeError(`A message of ${bytes} bytes is longer than the ${messageBytesMax} that a bus takes.`)
  return text
}

type Listener = (message: any) => void

/** The listeners of a process, by subject. */
export class Subscribers {
  readonly #bySubject = new Map<string, Set<Listener>>()

  /** `hooks` are called for the first listener of a subject, and after its last one has left. */
  constructor(
    private readonly onError: (error: unknown) => void = () => {},
    private readonly hooks: { onFirst?: (subject: string) => void; onLast?: (subject: string) => void } = {}
  ) {}

  get subjects(): string[] {
    return [...this.#bySubject.keys()]
  }

  add(subject: string, given: Listener): () => void {
    // A listener that subscribes twice is called twice.
    const listener: Listener = (message) => given(message)
    const listeners = this.#bySubject.get(subject)
    if (listeners) listeners.add(listener)
    else {
      this.#bySubject.set(subject, new Set([listener]))
      this.hooks.onFirst?.(subject)
    }
    return () => {
      const left = this.#bySubject.get(subject)
      if (!left?.delete(listener) || left.size > 0) return
      this.#bySubject.delete(subject)
      this.hooks.onLast?.(subject)
    }
  }

  deliver(subject: string, message: unknown): void {
    for (const listener of this.#bySubject.get(subject) ?? [])
      try {
        listener(message)
      } catch (error) {
        this.onError(error)
      }
  }
}
