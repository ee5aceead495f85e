import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Bus, busChannel, topic, type Topic } from './bus.ts'
import { ProcessConnection } from './process_connection.ts'

const hello = topic<{ from: string }>('hello')

type Listener = (message: never) => void

/** A bus on LISTEN and NOTIFY. */
@inject()
export class PostgresBus extends Bus {
  readonly #connection: ProcessConnection
  readonly #logger: Logger
  readonly #listeners = new Map<string, Set<Listener>>()
  hasPeers = true

  constructor(connection: ProcessConnection, logger: Logger) {
    super()
    this.#connection = connection
    this.#logger = logger
    connection.listen(busChannel, (payload) => this.#receive(payload))
    this.subscribe(hello, ({ from }) => (this.hasPeers ||= from !== this.processId))
  }

  get processId() {
    return this.#connection.processId
  }

  async publish<Message extends object>({ name }: Topic<Message>, message: Message) {
    const payload = JSON.stringify({ kind: name, ...message })
    await this.#connection.query('SELECT pg_notify($1, $2)', [busChannel, payload])
  }

  announce() {
    return this.publish(hello, { from: this.processId })
  }

  subscribe<Message extends object>({ name }: Topic<Message>, listener: (message: Message) => void) {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  listen(channel: string, listener: (payload: string) => void) {
    this.#connection.listen(channel, listener)
  }

  onGap(listener: () => void) {
    this.#connection.onGap(listener)
  }

  #receive(payload: string) {
    try {
      const message = JSON.parse(payload)
      for (const listener of this.#listeners.get(message.kind) ?? []) listener(message as never)
    } catch (error) {
      this.#logger.warn({ err: error }, 'a message from another process could not be handled')
    }
  }
}
