import type { MessageBus } from '#plugins/contract/bus'
import type { ProcessConnection } from './process_connection.ts'

/** A kind of message. Each has a key: the id of the user, reply or process that it is about. `Message` exists for the compiler only. */
export interface Topic<Message extends object> {
  readonly name: string
  readonly message?: Message
}

export const topic = <Message extends object>(name: string): Topic<Message> => ({ name })

const hello = topic<object>('hello')
const everyProcess = 'all'

/**
 * Messages between the processes on one database. Delivery is best effort: the tables are authoritative, and a lost message may
 * only cost time. Processes send each other messages by the configured plugin. SQL statements send theirs with `pg_notify`, which
 * PostgreSQL delivers to every process when the transaction commits.
 */
export class Bus {
  /**
   * Whether other processes may be listening. If not, publishers may skip messages. The module that registers processes in a table keeps
   * this value up to date.
   */
  hasPeers = true
  #isAnnounced = false
  #connects = 0

  constructor(
    private readonly connection: ProcessConnection,
    private readonly messages: MessageBus
  ) {
    this.subscribe(hello, everyProcess, () => (this.hasPeers = true))
    messages.onGap(() => {
      this.#connects++
      if (this.#isAnnounced) void this.announce()
    })
  }

  /** The id of this process, new at every start. */
  get processId(): string {
    return this.connection.processId
  }

  /** The state of the connection for messages, and how often it was made: once, and once more after each gap. */
  get state(): { isConnected: boolean; connects: number } {
    return { isConnected: this.messages.isConnected(), connects: this.#connects }
  }

  /** Connects in the background and stays connected until `close`. */
  start() {
    this.connection.start()
    this.messages.start()
  }

  /** Sends to the subscribers of the topic and key in all other processes. Throws when the bus is unavailable. */
  publish<Message extends object>({ name }: Topic<Message>, key: string, message: Message): Promise<void> {
    return this.messages.publish(`${name}.${key}`, message)
  }

  /**
   * Tells all other processes that this one is listening: `hasPeers` becomes true there. Tells it again after each gap. Never rejects, because the
   * others also read the table.
   */
  async announce(): Promise<void> {
    this.#isAnnounced = true
    await this.publish(hello, everyProcess, {}).catch(() => {})
  }

  /** Returns a function that unsubscribes. */
  subscribe<Message extends object>(
    { name }: Topic<Message>,
    key: string,
    listener: (message: Message) => void
  ): () => void {
    return this.messages.subscribe(`${name}.${key}`, listener)
  }

  /** Resolves when nothing is missed that is published from now on, unless a gap follows. Never rejects. */
  subscribed(): Promise<void> {
    return this.messages.subscribed()
  }

  /** Calls back with the payloads of a channel of PostgreSQL, whichever process notified it. A channel has one listener. */
  listen(channel: string, listener: (payload: string) => void) {
    this.connection.listen(channel, listener)
  }

  /** Notifies a channel of PostgreSQL. Throws when the database is unavailable. */
  async notify(channel: string, payload: string): Promise<void> {
    await this.connection.query('SELECT pg_notify($1, $2)', [channel, payload])
  }

  /** Calls back after every (re)connect. Messages before that may have been missed, so read the tables again. */
  onGap(listener: () => void) {
    this.connection.onGap(listener)
    this.messages.onGap(listener)
  }

  async close() {
    await this.messages.close()
    await this.connection.close()
  }
}
