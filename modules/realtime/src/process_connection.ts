import type { Logger } from '@adonisjs/core/logger'
import type pg from 'pg'
import type { Timers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import { lockSql, presenceLockOf } from '#modules/kernel/locks'
import { GuardedClient } from '#modules/kernel/database_clients'
import { isOutage } from '#modules/kernel/sql'

type Query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

export interface ProcessConnectionOptions {
  config: pg.ClientConfig
  /** The longest wait for a connection, and for the answer to each query. */
  deadlineMs: number
  timers: Timers
  logger: Logger
}

const reconnectMs = 1_000

/**
 * One connection per process, outside the pools: for LISTEN and NOTIFY, and for small periodic writes that must not wait for a pool.
 * Its commits don't wait for the disk (`synchronous_commit = off`), so write only what is repeated later or may be lost in a crash.
 * It reconnects by itself.
 */
export class ProcessConnection {
  readonly processId = newId()
  readonly #channels = new Map<string, (payload: string) => void>()
  readonly #onGap = new Set<() => void>()
  #client: GuardedClient | null = null
  #workingSince = 0
  #connecting: Promise<GuardedClient> | null = null
  #cancelReconnect: (() => void) | null = null
  #isClosed = false

  constructor(private readonly options: ProcessConnectionOptions) {}

  /** Connects in the background and stays connected until `close`. */
  start() {
    this.#connect().catch((error) => {
      this.options.logger.warn({ err: error }, 'the connection between processes failed: retrying')
      this.#reconnectLater()
    })
  }

  /** Calls back with the payloads of a channel. A channel has one listener. */
  listen(channel: string, listener: (payload: string) => void) {
    this.#channels.set(channel, listener)
    const client = this.#client
    // The next connection listens to all channels.
    client?.query(`LISTEN ${channel}`).catch(() => client.destroy())
  }

  /** Calls back after every (re)connect, before the first query: notifications until then were missed. */
  onGap(listener: () => void) {
    this.#onGap.add(listener)
  }

  /** Connects if necessary. Throws when the database is unavailable. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const query = await this.pinned()
    return query<Row>(text, values)
  }

  /**
   * Returns a query function for the current connection. It throws instead of switching to a later connection, so everything read after
   * `pinned` resolves includes the effects of all earlier `onGap` callbacks.
   */
  async pinned(): Promise<Query> {
    const client = this.#client ?? (await this.#connect())
    return async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> => {
      try {
        return (await client.query(text, values)).rows
      } catch (error) {
        if (isOutage(error)) this.#workingSince = this.options.timers.monotonicMs()
        throw error
      }
    }
  }

  /**
   * How long this connection has been open without an outage, or 0 when it is closed. A failed query restarts the count, because a
   * read-only database or a full disk keeps connections open but refuses leases.
   */
  get connectedForMs() {
    return this.#client ? this.options.timers.monotonicMs() - this.#workingSince : 0
  }

  get isConnected(): boolean {
    return this.#client !== null
  }

  /** Closes the connection for good. Later queries are rejected. */
  async close() {
    this.#isClosed = true
    this.#cancelReconnect?.()
    const client = this.#client ?? (await this.#connecting?.catch(() => null))
    this.#client = null
    if (!client) return
    // A frozen connection never answers the termination message.
    const cancel = this.options.timers.after(this.options.deadlineMs, () => client.destroy())
    await client.end().catch(() => {})
    cancel()
  }

  #reconnectLater() {
    if (this.#isClosed || this.#cancelReconnect) return
    this.#cancelReconnect = this.options.timers.after(reconnectMs, () => {
      this.#cancelReconnect = null
      if (!this.#client) this.#connect().catch(() => this.#reconnectLater())
    })
  }

  #connect(): Promise<GuardedClient> {
    if (this.#isClosed) return Promise.reject(new Error('The connection between processes is closed.'))
    this.#connecting ??= this.#open().finally(() => (this.#connecting = null))
    return this.#connecting
  }

  async #open(): Promise<GuardedClient> {
    const { config, deadlineMs, logger } = this.options
    const client = new GuardedClient({
      ...config,
      application_name: 'facet replies',
      connectionTimeoutMillis: deadlineMs,
      queryDeadlineMs: deadlineMs,
    })
    const forget = () => {
      if (this.#client !== client) return
      this.#client = null
      this.#reconnectLater()
    }
    client.on('error', (error) => {
      logger.warn({ err: error }, 'the connection between processes was lost')
      forget()
    })
    client.on('end', forget)
    client.on('notification', ({ channel, payload = '' }) => this.#channels.get(channel)?.(payload))
    await client.connect()
    try {
      const listens = [...this.#channels.keys()].map((channel) => `LISTEN ${channel}`)
      await client.query(['SET synchronous_commit = off', ...listens].join('; '))
      await client.query(`SELECT ${lockSql.share(presenceLockOf('$1::text'))}`, [this.processId])
    } catch (error) {
      client.destroy()
      throw error
    }
    this.#workingSince = this.options.timers.monotonicMs()
    this.#client = client
    for (const listener of this.#onGap) listener()
    return client
  }
}
