import { connect, credsAuthenticator, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import { encodeMessage, Subscribers, type BusReports, type MessageBus } from '#plugins/contract/bus'
import { systemTimers, type Timers } from '#plugins/contract/timers'
import { serversIn } from './servers.ts'

export interface NatsBusOptions extends BusReports {
  /** `nats://` or `tls://` addresses, separated by commas, with the user name and password or a token percent-encoded. */
  url: string
  /** The text of a `.creds` file, with a JWT and the seed of its key. */
  credentials?: string | undefined
  /** The certificates (PEM) of the authorities that sign the servers' certificates. Default: Node's own. */
  ca?: string | undefined
  timers?: Timers
  /** How often the server is asked for a sign of life. The connection counts as lost after two missed answers. Default 2,000. */
  heartbeatMs?: number
  /** The pause between two attempts to connect. Default 1,000. */
  retryMs?: number
}

/** All subjects begin with this, so that other programs can use the same server. */
const prefix = 'facet.'
const connectTimeoutMs = 5_000

/** Creates a bus on a NATS server or cluster. Throws a `TypeError` for an invalid address. */
export const natsBus = (options: NatsBusOptions): MessageBus => new NatsBus(options)

class NatsBus implements MessageBus {
  readonly #options: NatsBusOptions
  readonly #connectTo: Parameters<typeof connect>[0]
  readonly #timers: Timers
  /** The longest wait for the server's answer to a message. */
  readonly #answerMs: number
  readonly #onGap = new Set<() => void>()
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #subscribers: Subscribers
  /** Null until the first connection. The client then reconnects by itself, with all subscriptions. */
  #client: NatsConnection | null = null
  #isConnected = false
  #opening: Promise<void> | null = null
  #flushing: Promise<void> | null = null
  #isClosed = false
  readonly #closing = new AbortController()

  constructor(options: NatsBusOptions) {
    this.#options = options
    this.#timers = options.timers ?? systemTimers
    const { heartbeatMs = 2_000, retryMs = 1_000 } = options
    this.#answerMs = 2 * heartbeatMs
    this.#connectTo = {
      ...serversIn(options.url, options.ca),
      ...(options.credentials && { authenticator: credsAuthenticator(Buffer.from(options.credentials)) }),
      name: 'facet',
      noEcho: true,
      timeout: connectTimeoutMs,
      pingInterval: heartbeatMs,
      maxPingOut: 2,
      maxReconnectAttempts: -1,
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: retryMs,
    }
    this.#subscribers = new Subscribers(options.onError, {
      onFirst: (subject) => this.#subscribe(subject),
      onLast: (subject) => {
        this.#subscriptions.get(subject)?.unsubscribe()
        this.#subscriptions.delete(subject)
      },
    })
  }

  start() {
    this.#opening ??= this.#open()
  }

  async publish(subject: string, message: object) {
    const text = encodeMessage(subject, message)
    // The client would keep the message, and drop it without an error when it reconnects.
    if (!this.#client || !this.#isConnected) throw new Error('The bus is not connected.')
    this.#client.publish(prefix + subject, text)
    await this.#flush(this.#client)
  }

  subscribe(subject: string, listener: (message: any) => void) {
    return this.#subscribers.add(subject, listener)
  }

  async subscribed() {
    if (this.#client && this.#isConnected) await this.#flush(this.#client).catch(() => {})
  }

  onGap(listener: () => void) {
    this.#onGap.add(listener)
  }

  isConnected() {
    return this.#isConnected
  }

  async close() {
    this.#isClosed = true
    this.#isConnected = false
    this.#closing.abort()
    await this.#opening
    await this.#client?.close()
  }

  async #open() {
    while (!this.#isClosed) {
      try {
        this.#client = await connect(this.#connectTo)
        break
      } catch (error) {
        this.#options.onLost?.(error as Error)
        await this.#timers.sleep(this.#options.retryMs ?? 1_000, this.#closing.signal)
      }
    }
    const client = this.#client
    if (!client || this.#isClosed) return
    for (const subject of this.#subscribers.subjects) this.#subscribe(subject)
    void this.#follow(client)
    await this.#connected(client)
  }

  /** Follows the client's state until it is closed. */
  async #follow(client: NatsConnection) {
    for await (const status of client.status()) {
      if (status.type === 'disconnect') {
        this.#isConnected = false
        if (!this.#isClosed) this.#options.onLost?.(new Error('The connection to the bus was lost.'))
      } else if (status.type === 'reconnect') await this.#connected(client)
      else if (status.type === 'error') this.#options.onError?.(status.error)
    }
  }

  async #connected(client: NatsConnection) {
    // The server answers after it has handled the subscriptions. Without an answer, another reconnect follows.
    const isAnswered = await client.flush().then(
      () => true,
      () => false
    )
    if (!isAnswered || this.#isClosed) return
    this.#isConnected = true
    for (const listener of this.#onGap) listener()
  }

  #subscribe(subject: string) {
    if (!this.#client || this.#client.isClosed()) return
    const callback: (error: Error | null, message: { string(): string }) => void = (error, message) => {
      if (error) return this.#options.onError?.(error)
      try {
        this.#subscribers.deliver(subject, JSON.parse(message.string()))
      } catch (failure) {
        this.#options.onError?.(failure)
      }
    }
    this.#subscriptions.set(subject, this.#client.subscribe(prefix + subject, { callback }))
  }

  /** Resolves when the server has handled everything that was sent so far. Calls of one turn of the event loop share a round trip. */
  #flush(client: NatsConnection) {
    this.#flushing ??= Promise.resolve().then(() => {
      this.#flushing = null
      return this.#answerOf(client)
    })
    return this.#flushing
  }
  async #answerOf(client: NatsConnection) {
    let cancel = () => {}
    const late = new Promise<never>((_, reject) => {
      cancel = this.#timers.after(this.#answerMs, () => reject(new Error('The bus did not answer.')))
    })
    await Promise.race([client.flush(), late]).finally(() => cancel())
  }
}
