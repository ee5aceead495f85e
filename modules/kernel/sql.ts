import { createHash } from 'node:crypto'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Database } from '@adonisjs/lucid/database'
import pg from 'pg'
import { FollowingClient, GuardedClient, queryDeadlineMs, type GuardedClientConfig } from './database_clients.ts'

type Client = QueryClientContract | TransactionClientContract
type QueryBuilder = ReturnType<QueryClientContract['getWriteClient']>

/**
 * Parses a PostgreSQL array of texts, such as `{a,"b c",NULL}`. Searches for the ends of elements, because the parser of `pg` reads each
 * character by itself, and takes a third of a second for a character with long greetings.
 */
export const parseTextArray = (literal: string): (string | null)[] => {
  const items: (string | null)[] = []
  if (literal === '{}') return items
  for (let at = 1; at < literal.length;) {
    const isQuoted = literal[at] === '"'
    const end = isQuoted ? endOfQuoted(literal, at + 1) : endOfPlain(literal, at)
    const text = literal.slice(isQuoted ? at + 1 : at, end)
    if (!isQuoted) items.push(text === 'NULL' ? null : text)
    else items.push(text.includes('\\') ? text.replaceAll(/\\(.)/gs, '$1') : text)
    // Skips the closing quotation mark, and the comma or the closing brace.
    at = end + (isQuoted ? 2 : 1)
  }
  return items
}

const endOfQuoted = (literal: string, start: number): number => {
  for (let end = literal.indexOf('"', start); end !== -1; end = literal.indexOf('"', end + 1)) {
    let backslashes = 0
    while (literal[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return literal.length
}

const endOfPlain = (literal: string, start: number): number => {
  const comma = literal.indexOf(',', start)
  return comma === -1 ? literal.length - 1 : comma
}

const textArrayType = 1009
pg.types.setTypeParser(textArrayType as never, parseTextArray as never)

/**
 * Creates a prepared statement, for queries that run with every reply. Each connection parses and plans it once, for any values. `$1`
 * style, one round trip. `label` is readable in `pg_prepared_statements`. A hash of the text makes the name unique, so the label needs no
 * version.
 *
 * In a transaction it shares the connection with other queries, and PostgreSQL chooses between one plan and a plan per call.
 */
export const statement = <Row>(label: string, text: string) => {
  const name = `${label}_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
  return async (client: Client, values: readonly unknown[]): Promise<Row[]> => {
    const query = { name, text, values: values as unknown[] }
    if (!client.isTransaction) return (await statementPool(client.getWriteClient()).query(query)).rows
    const { rows } = await (client as TransactionClientContract).knexClient.raw(text).options(query)
    return rows
  }
}

/**
 * Creates a `statement()` whose text names its values, such as `:user_id`. `types`: the names, with their PostgreSQL types.
 */
export const namedStatement = <Row, Name extends string>(label: string, types: Record<Name, string>, text: string) => {
  const names = Object.keys(types) as Name[]
  const numbered = text.replace(
    /(?<![:\w]):([a-z_]+)/g,
    (_, name: Name) => `$${names.indexOf(name) + 1}::${types[name]}`
  )
  const run = statement<Row>(label, numbered)
  return (client: Client, values: Record<Name, unknown>): Promise<Row[]> =>
    run(
      client,
      names.map((name) => values[name])
    )
}

/**
 * Runs a query that is planned with its values each time. `$1` style, one round trip, outside of transactions. It takes a connection from
 * the query builder's pool, because the connections of `statement()` plan without values.
 */
export const queryUnprepared = async <Row>(
  client: QueryClientContract,
  text: string,
  values: readonly unknown[]
): Promise<Row[]> => {
  const builder = client.getWriteClient().client
  const connection: pg.Client = await builder.acquireConnection()
  try {
    const { rows } = await connection.query({ text, values: values as unknown[] })
    return rows
  } finally {
    await builder.releaseConnection(connection)
  }
}

/** Runs `then` after the client's transaction has committed, or now without one. An outage during the commit may prevent it. */
export const afterCommit = (client: Database | Client, then: () => void) => {
  if ('isTransaction' in client && client.isTransaction) (client as TransactionClientContract).after('commit', then)
  else then()
}

/** Runs a query with its own deadline, in milliseconds. `$1` style. */
export const queryWithin = async <Row>(
  deadlineMs: number,
  client: Database | Client,
  text: string,
  values: readonly unknown[] = []
): Promise<Row[]> => {
  const builder = 'manager' in client ? client.connection().getWriteClient() : knexOf(client)
  const { rows } = await builder.raw(text).options({ text, values: values as unknown[], deadlineMs })
  return rows
}

const knexOf = (client: Client): QueryBuilder =>
  client.isTransaction
    ? ((client as TransactionClientContract).knexClient as unknown as QueryBuilder)
    : (client as QueryClientContract).getWriteClient()

/** Adds query deadlines to the query builder's future connections, and rejects failed commits. */
export const guardConnections = (client: QueryClientContract) => {
  client.getWriteClient().client.driver = { ...pg, Client: GuardedClient }
  rejectFailedCommits(client)
}

/** Leads the query builder's future connections to the primary. `guardConnections` includes it. */
export const followPrimary = (client: QueryClientContract) => {
  client.getWriteClient().client.driver = { ...pg, Client: FollowingClient }
}

/** Makes a transaction fail when its COMMIT fails. Knex reports that failure only to `executionPromise`, which Lucid doesn't read. */
export const rejectFailedCommits = (client: QueryClientContract) => {
  const builder = client.getWriteClient().client
  const { transaction } = builder
  builder.transaction = (...args: unknown[]) => {
    const begun = transaction.apply(builder, args)
    const { commit } = begun
    begun.commit = async (...of: unknown[]) => {
      await commit.apply(begun, of)
      return begun.transactor.executionPromise
    }
    return begun
  }
}

/** Throws unless both pools answer within the deadline, including the wait for a free connection. */
export const pingPools = async (client: QueryClientContract, deadlineMs: number): Promise<void> => {
  const builder = client.getWriteClient()
  const question = { text: 'SELECT 1', values: [], deadlineMs }
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`The database did not answer within ${deadlineMs} ms.`)),
    deadlineMs
  )
  const answers = Promise.all([builder.raw(question.text).options(question), statementPool(builder).query(question)])
  try {
    await Promise.race([answers, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Limits how long the client's transactions may wait for their next query, so that a lost process doesn't keep its locks. A busy machine may
 * take many seconds for a step of a transaction. The limit is sent together with BEGIN, because through a pooler a setting of the connection
 * would reach other clients.
 */
export const limitIdleTransactions = (client: QueryClientContract) => {
  const builder = client.getWriteClient().client
  const { transaction } = builder
  builder.transaction = (...args: unknown[]) => {
    const created = transaction.apply(builder, args)
    const { begin } = created
    const query = (connection: unknown, text: string) =>
      created.query(connection, `${text} SET LOCAL idle_in_transaction_session_timeout = '30s'`)
    created.begin = (connection: unknown) => begin.call(Object.create(created, { query: { value: query } }), connection)
    return created
  }
}

/** How to reach the database beside the query builder's connections, by default in the same way. An extension of its configuration. */
export interface Addresses {
  /** For `statement()`. */
  statements?: pg.PoolConfig
  /** For what belongs to a connection: LISTEN, locks and settings. */
  direct?: GuardedClientConfig
}

/** Returns the addresses from the configuration of a client. */
export const addressesOf = (client: QueryClientContract) => addressesFor(client.getWriteClient())

const addressesFor = ({ client: { config } }: QueryBuilder) =>
  ({
    statements: config.connection,
    direct: config.connection,
    ...config.addresses,
    /** Whether a pooler lends each transaction another connection, so that a setting would reach other clients. */
    isPooled: config.addresses?.direct !== undefined,
  }) satisfies Required<Addresses> & { isPooled: boolean }

const pools = new WeakMap<QueryBuilder, pg.Pool>()

/**
 * Returns the second pool, of the same size, for `statement()`. It bypasses the query builder, whose overhead is about as large as a query,
 * and plans each statement once. It closes together with the query builder's pool.
 */
const statementPool = (builder: QueryBuilder): pg.Pool => {
  const known = pools.get(builder)
  if (known) return known
  const builders = builder.client.pool
  const { statements, isPooled } = addressesFor(builder)
  const pool = new pg.Pool({
    ...statements,
    Client: GuardedClient,
    max: builders.max,
    idleTimeoutMillis: 0,
    // Also limits the wait for a free connection.
    connectionTimeoutMillis: queryDeadlineMs,
    allowExitOnIdle: true,
    ...(!isPooled && { onConnect: planOnce }),
  })
  // The pool replaces broken idle connections. Without a listener the error would end the process.
  pool.on('error', () => {})
  builders.on('poolDestroyRequest', () => void pool.end())
  pools.set(builder, pool)
  return pool
}

/**
 * Makes a connection plan each statement once. By default, PostgreSQL plans a statement at each call while the plan for its values looks
 * cheaper. With the statistics of a full database, that plan always looks cheaper, and planning costs more than executing. But a plan that
 * was made while a table was empty stays when the table has grown. So plans must find rows by keys, with indexes and nested loops, whatever
 * looks cheaper. A query sets these parameters, because poolers reject them at startup.
 */
const planOnce = async (connection: pg.ClientBase) => {
  await connection.query(planSettings)
}
export const planSettings =
  'SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off'

export interface PoolStats {
  used: number
  idle: number
  /** Queries that wait for a connection. */
  waiting: number
}

/** Usage of this process's two pools: the query builder's, and that of `statement()`. */
export const poolStats = (client: QueryClientContract): { builder: PoolStats; statements: PoolStats } => {
  const builder = client.getWriteClient()
  const { pool } = builder.client
  const direct = pools.get(builder)
  const idle = direct?.idleCount ?? 0
  return {
    builder: { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() },
    statements: { used: (direct?.totalCount ?? 0) - idle, idle, waiting: direct?.waitingCount ?? 0 },
  }
}

interface DatabaseError {
  code?: string
  constraint?: string
  message?: string
  name?: string
}

/** The name of the violated constraint, or null for other errors. That of a partition ends with the partition's number. */
export const violatedConstraint = (error: unknown): string | null =>
  (error as DatabaseError | null)?.constraint?.replace(/_\d+$/, '') ?? null

const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // The host name doesn't resolve, for example while a container restarts.
  'ENOTFOUND',
  'EAI_AGAIN',
  // Read-only: a standby, or a primary that was demoted.
  '25006',
  // Idle in a transaction for too long.
  '25P03',
  // Serialization failure, deadlock, lock not available.
  '40001',
  '40P01',
  '55P03',
  // Canceled by an operator or by a statement timeout.
  '57014',
  // Shut down, crashed, starting.
  '57P01',
  '57P02',
  '57P03',
  // I/O error.
  '58030',
])

/**
 * Whether a query failed for a temporary reason: the database is unreachable or read-only, its disk is full, or another transaction
 * interfered. The outcome may be unknown, so only idempotent work may be retried.
 * Codes: PostgreSQL's appendix A. All codes of the classes 08 (connection) and 53 (resources, including a full disk) are temporary.
 */
export const isOutage = (error: unknown): boolean => {
  const { code = '', message = '', name = '' } = (error ?? {}) as DatabaseError
  return (
    outageCodes.has(code) ||
    /^(08|53)...$/.test(code) ||
    name === 'KnexTimeoutError' ||
    // `timeout expired`: the server accepted the connection and never answered. `Transaction query already complete`: a
    // transaction's connection broke between two queries.
    /connection (terminated|ended|refused)|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Transaction query already complete/i.test(
      message
    )
  )
}

/** The attempts of a transaction that loses deadlocks. */
const conflictAttempts = 3

/**
 * Runs a transaction, and repeats it after a deadlock or a serialization failure. PostgreSQL has rolled it back then, so nothing of it
 * remains.
 */
export const retryOnConflict = async <Value>(run: () => Promise<Value>): Promise<Value> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await run()
    } catch (error) {
      const { code = '' } = (error ?? {}) as DatabaseError
      if (attempt === conflictAttempts || !['40001', '40P01'].includes(code)) throw error
    }
}
