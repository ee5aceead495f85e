import pg from 'pg'

/** The longest wait for the answer to a query, unless the connection or the query says otherwise. */
export const queryDeadlineMs = 10_000

export interface GuardedClientConfig extends pg.ClientConfig {
  /** For every query of this connection. */
  queryDeadlineMs?: number
}

/** A query that reads more than a page shows names its own deadline. */
export type QueryWithDeadline = pg.QueryConfig & { deadlineMs?: number }

type Callback = (error: Error | null, result?: unknown) => void

/**
 * A connection that is destroyed when a query gets no answer in time. The wait is measured here because the database can't answer
 * for a network that is frozen. Nothing says whether the query was executed, and its late answer must not reach a later query.
 */
export class GuardedClient extends pg.Client {
  readonly #deadlineMs: number
  /** Set where the query builder looks before it uses a connection again. */
  __knex__disposed?: unknown

  constructor(config: GuardedClientConfig = {}) {
    super(config)
    this.#deadlineMs = config.queryDeadlineMs ?? queryDeadlineMs
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
    const answer = run(...args) as Promise<unknown>
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

  /** Closes the connection at once. `end()` waits for the other side, which may be gone. */
  destroy(error?: Error) {
    const { stream } = (this as unknown as { connection: { stream: { destroy(error?: Error): void } } }).connection
    stream.destroy(error)
  }

  #arm(deadlineMs: number) {
    let isAnswered = false
    const judge = () => {
      if (!isAnswered) this.destroy(missedDeadline(deadlineMs))
    }
    // A process that was paused first reads what has arrived meanwhile.
    const timer = setTimeout(() => setImmediate(judge), deadlineMs)
    return (error: Error | null) => {
      isAnswered = true
      clearTimeout(timer)
      if (error && isReadOnly(error)) this.__knex__disposed = error
    }
  }
}

/** The name may lead to another server by now, so a connection to one that only reads is not used again. */
const isReadOnly = (error: Error) => (error as { code?: string }).code === '25006'

const missedDeadline = (deadlineMs: number) =>
  Object.assign(new Error(`The database did not answer a query within ${deadlineMs} ms.`), { code: 'ETIMEDOUT' })
