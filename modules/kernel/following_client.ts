import pg from 'pg'

/** Directs a client that is about to connect to the primary. */
export type DirectToPrimary = (client: FollowingClient) => Promise<void>

export interface FollowingClientConfig extends pg.ClientConfig {
  /** Only for an address with several hosts. */
  directToPrimary?: DirectToPrimary
}

/** A connection that leads to the primary among several hosts. */
export class FollowingClient extends pg.Client {
  readonly #directToPrimary: DirectToPrimary | undefined

  constructor(config: FollowingClientConfig = {}) {
    super(config)
    this.#directToPrimary = config.directToPrimary
  }

  override connect(...args: any[]): any {
    if (!this.#directToPrimary) return super.connect(...(args as []))
    const connected = this.#directToPrimary(this).then(() => super.connect())
    const [callback] = args
    if (!callback) return connected
    connected.then(() => callback(null, this), callback)
  }

  /** Closes the connection immediately. `end()` would wait for the server, which may be gone. */
  destroy(error?: Error) {
    const { stream } = (this as unknown as { connection: { stream: { destroy(error?: Error): void } } }).connection
    stream.destroy(error)
  }
}
