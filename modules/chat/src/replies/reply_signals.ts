import type { Logger } from '@adonisjs/core/logger'
import type pg from 'pg'
import { isOutage } from '#modules/kernel/sql'
import { GuardedClient } from '#modules/kernel/query_deadline'
import type { UserEvent } from '../../api.ts'

/** Hints between processes. The tables are the truth: a lost hint costs time, never correctness. */
export type ReplySignal =
  | { kind: 'stop'; replyId: string }
  | { kind: 'follow'; replyId: string }
  | { kind: 'progress'; replyIds: string[] }
  /** A process has come up, and listens. */
  | { kind: 'hello'; from: string }
  /** What people are to be told, wherever they listen. */
  | { kind: 'events'; from: string; events: [userId: string, event: UserEvent][] }
  /** An account was disabled. */
  | { kind: 'disabled'; userId: string }
  /** The economy has moved someone's rubies, whichever process asked it to. */
  | { kind: 'balance'; userId: string }

type QueryOnce = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>

export const replyChannel = 'facet_replies'
/** Where the ledger says whose balance it has posted to: the user's id, bare. */
const balanceChannel = 'facet_balances'

/**
 * What a process holds for as long as it is connected, shared so that a connection of its own that is slow to die keeps nobody out.
 * SQL of the lock's number, from the SQL of the process's id.
 */
export const presenceOf = (id: string) => `hashtextextended('facet.process ' || ${id}, 0)`

export interface ReplySignalsOptions {
  /** How to reach the database. */
  config: pg.ClientConfig
  /** The longest wait for a connection, and for the answer to each query. */
  deadlineMs: number
  /** The id of this process. */
  owner: string
  logger: Logger
}

/**
 * This process's own connection for what runs beside the requests: LISTEN/NOTIFY, the lease, and text under way. It does not
 * wait for the disk (`synchronous_commit = off`): what it writes is either repeated a tick later or said again at the end.
 */
export class ReplySignals {
  readonly #config: pg.ClientConfig
  readonly #deadlineMs: number
  readonly #owner: string
  readonly #logger: Logger
  readonly #listeners = new Set<(signal: ReplySignal) => void>()
  readonly #onGap = new Set<() => void>()
  #client: GuardedClient | null = null
  #workingSince = 0
  #connecting: Promise<GuardedClient> | null = null
  #isClosed = false

  constructor({ config, deadlineMs, owner, logger }: ReplySignalsOptions) {
    this.#config = config
    this.#deadlineMs = deadlineMs
    this.#owner = owner
    this.#logger = logger
  }

  onSignal(listener: (signal: ReplySignal) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Called whenever this connection is there anew: what was signalled before has not been heard. */
  onGap(listener: () => void) {
    this.#onGap.add(listener)
  }

  /** Runs on this connection, which is made anew when it was lost. Throws when the database is out of reach. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const query = await this.connection()
    return query<Row>(text, values)
  }

  /**
   * What runs on the connection that is there now, and on no later one: whoever listens for gaps knows of all before it, and what is
   * put together from now on is either heard on it or throws.
   */
  async connection(): Promise<QueryOnce> {
    const client = this.#client ?? (await this.#connect())
    return async <Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> => {
      try {
        return (await client.query(text, values)).rows
      } catch (error) {
        if (isOutage(error)) this.#workingSince = performance.now()
        throw error
      }
    }
  }

  /**
   * How long this connection has been up and no query failed because of an outage; 0 when it is down. A database that only reads,
   * or whose disk is full, keeps connections and refuses leases.
   */
  get connectedForMs() {
    return this.#client ? performance.now() - this.#workingSince : 0
  }

  async send(signal: ReplySignal) {
    await this.query('select pg_notify($1, $2)', [replyChannel, JSON.stringify(signal)])
  }

  /** For good: what comes late is refused rather than a connection opened that nobody closes. */
  async close() {
    this.#isClosed = true
    const client = this.#client ?? (await this.#connecting?.catch(() => null))
    this.#client = null
    if (!client) return
    // The goodbye of a connection that is frozen is never answered.
    const timer = setTimeout(() => client.destroy(), this.#deadlineMs)
    await client.end().catch(() => {})
    clearTimeout(timer)
  }

  #connect(): Promise<GuardedClient> {
    if (this.#isClosed) return Promise.reject(new Error('The connection for replies is closed.'))
    this.#connecting ??= this.#open().finally(() => (this.#connecting = null))
    return this.#connecting
  }

  async #open(): Promise<GuardedClient> {
    const client = new GuardedClient({
      ...this.#config,
      application_name: 'facet replies',
      connectionTimeoutMillis: this.#deadlineMs,
      queryDeadlineMs: this.#deadlineMs,
    })
    const forget = () => {
      if (this.#client === client) this.#client = null
    }
    client.on('error', (error) => {
      this.#logger.warn({ err: error }, 'the connection for replies was lost')
      forget()
    })
    client.on('end', forget)
    client.on('notification', ({ channel: heardOn, payload = '' }) => {
      if (heardOn === balanceChannel) this.#tell({ kind: 'balance', userId: payload })
      else this.#hear(payload)
    })
    await client.connect()
    try {
      await client.query(`set synchronous_commit = off; listen ${replyChannel}; listen ${balanceChannel}`)
      await client.query(`select pg_advisory_lock_shared(${presenceOf('$1::text')})`, [this.#owner])
    } catch (error) {
      client.destroy()
      throw error
    }
    this.#workingSince = performance.now()
    this.#client = client
    for (const listener of this.#onGap) listener()
    return client
  }

  #hear(payload: string) {
    try {
      this.#tell(JSON.parse(payload))
    } catch (error) {
      this.#logger.warn({ err: error }, 'a signal between processes could not be read')
    }
  }

  #tell(signal: ReplySignal) {
    for (const listener of this.#listeners) listener(signal)
  }
}
