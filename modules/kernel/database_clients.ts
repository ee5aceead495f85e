import pg from 'pg'
import { systemTimers, type Timers } from '#plugins/contract/timers'

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

/** Default time limit of a query. A connection or a single query may set its own. */
export const queryDeadlineMs = 10_000

export interface GuardedClientConfig extends FollowingClientConfig {
  /** The time limit of every query of this connection. */
  queryDeadlineMs?: number
  timers?: Timers
}

export type QueryWithDeadline = pg.QueryConfig & { deadlineMs?: number }

type Callback = (error: Error | null, result?: unknown) => void

/**
 * A connection that is destroyed when a query times out. The client measures the time, because a server-side timeout can't report over
 * a frozen network. Whether the query was executed is then unknown. A late answer can't reach a later query.
 *
 * Concurrent queries that return promises run one after the other, because pg's own queue is deprecated. The deadline includes the wait.
 */
export class GuardedClient extends FollowingClient {
  readonly #deadlineMs: number
  readonly #timers: Timers
  #last: Promise<unknown> = Promise.resolve()
  /** The query builder checks this before it reuses a connection. */
  __knex__disposed?: unknown

  constructor(config: GuardedClientConfig = {}) {
    super(config)
    this.#deadlineMs = config.queryDeadlineMs ?? queryDeadlineMs
    this.#timers = config.timers ?? systemTimers
  }

  override query(...args: any[]): any {
    const { deadlineMs = this.#deadlineMs } = (args[0] ?? {}) as QueryWithDeadline
    const disarm = this.#arm(deadlineMs)
    const callback: Callback | undefined = typeof args.at(-1) === 'function' ? args.pop() : undefined
    const run = super.query.bind(this) as (...args: unknown[]) => unknown
    if (callback)
      return run(...args, ((error, result) => {
        disarm(error)
        callback(error, result)
      }) satisfies Callback)
    const answer = this.#last.then(() => run(...args))
    this.#last = answer.catch(() => {})
    return answer.then(
      (result) => {
        disarm(null)
        return result
      },
      (error: Error) => {
        disarm(error)
        throw error
      }
    )
  }

  #arm(deadlineMs: number) {
    let isAnswered = false
    const destroyIfUnanswered = () => {
      if (!isAnswered) this.destroy(missedDeadline(deadlineMs))
    }
    // After a pause of this process, setImmediate lets it read a pending answer first.
    const cancel = this.#timers.after(deadlineMs, () => setImmediate(destroyIfUnanswered), true)
    return (error: Error | null) => {
      isAnswered = true
      cancel()
      if (error && isLast(error)) this.__knex__disposed = error
    }
  }
}

/**
 * Whether the connection must not be reused: the server is about to close it, or is read-only, because after a failover the host name leads to
 * another server.
 */
const isLast = (error: Error) => {
  const { code, severity } = error as { code?: string; severity?: string }
  return severity === 'FATAL' || code === '25006'
}

const missedDeadline = (deadlineMs: number) =>
  Object.assign(new Error(`The database did not answer a query within ${deadlineMs} ms.`), { code: 'ETIMEDOUT' })
