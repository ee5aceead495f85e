/** A kind of message. `Message` exists for the compiler only. */
export interface Topic<Message extends object> {
  readonly name: string
  readonly message?: Message
}

export const topic = <Message extends object>(name: string): Topic<Message> => ({ name })

/**
 * The channel of all topics. SQL may publish on it with `pg_notify(busChannel, …)`: a JSON object whose `kind` is the topic's name.
 * PostgreSQL delivers it when the transaction commits.
 */
export const busChannel = 'facet_replies'

/**
 * Messages between the processes on one database. Delivery is best effort: the tables are authoritative, and a lost message may
 * only cost time.
 */
export abstract class Bus {
  /** The id of this process, new at every start. */
  abstract readonly processId: string
  /**
   * Whether other processes may be listening. If not, publishers may skip messages for other processes. The module that registers processes
   * in a table keeps this value up to date.
   */
  abstract hasPeers: boolean

  /** Sends to all processes, this one included. Throws when the database is unavailable. */
  abstract publish<Message extends object>(topic: Topic<Message>, message: Message): Promise<void>

  /** Tells all other processes that this one is listening: `hasPeers` becomes true there. */
  abstract announce(): Promise<void>

  /** Returns a function that unsubscribes. */
  abstract subscribe<Message extends object>(topic: Topic<Message>, listener: (message: Message) => void): () => void

  /** Listens to a separate channel, whose payloads are plain text. Call it before the bus starts. */
  abstract listen(channel: string, listener: (payload: string) => void): void

  /** Calls back after every (re)connect. Messages before that were missed, so read the tables again. */
  abstract onGap(listener: () => void): void
}
