import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Database } from '@adonisjs/lucid/database'
import pg from 'pg'
import { GuardedClient, queryDeadlineMs } from './query_deadline.ts'

type Client = QueryClientContract | TransactionClientContract
type QueryBuilder = ReturnType<QueryClientContract['getWriteClient']>

/**
 * A statement that is parsed and planned once per connection: for the few that run with every reply. `$1` style, one round trip.
 * `name` is unique in the product and changes when the text does.
 */
export const statement =
  <Row>(name: string, text: string) =>
  async (client: Client, values: readonly unknown[]): Promise<Row[]> => {
    const query = { name, text, values: values as unknown[] }
    if (!client.isTransaction) return (await directPool(client.getWriteClient()).query(query)).rows
    const { rows } = await (client as TransactionClientContract).knexClient.raw(text).options(query)
    return rows
  }

/** A statement whose plan depends on its values: planned anew each time. `$1` style, one round trip, outside of transactions. */
export const askOnce = async <Row>(
  client: QueryClientContract,
  text: string,
  values: readonly unknown[]
): Promise<Row[]> => (await directPool(client.getWriteClient()).query({ text, values: values as unknown[] })).rows

/** A query that may take longer than others: its own deadline, in milliseconds. `$1` style. */
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

/** From now on, each new connection of the query builder has a deadline for its queries. */
export const guardConnections = (client: QueryClientContract) => {
  client.getWriteClient().client.driver = { ...pg, Client: GuardedClient }
}

/** Throws unless both pools answer in time, the wait for a free connection included. */
export const askEveryPool = async (client: QueryClientContract, deadlineMs: number): Promise<void> => {
  const builder = client.getWriteClient()
  const question = { text: 'select 1', values: [], deadlineMs }
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`The database did not answer within ${deadlineMs} ms.`)),
    deadlineMs
  )
  const answers = Promise.all([builder.raw(question.text).options(question), directPool(builder).query(question)])
  try {
    await Promise.race([answers, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const pools = new WeakMap<QueryBuilder, pg.Pool>()

/**
 * As many connections again, without the query builder: its pool and its own way to a query cost as much as the query.
 * They are closed together with the query builder's pool.
 */
const directPool = (builder: QueryBuilder): pg.Pool => {
  const known = pools.get(builder)
  if (known) return known
  const { config, pool: builders } = builder.client
  const pool = new pg.Pool({
    ...config.connection,
    Client: GuardedClient,
    max: builders.max,
    idleTimeoutMillis: 0,
    // For a new connection, and for one that is free.
    connectionTimeoutMillis: queryDeadlineMs,
    allowExitOnIdle: true,
  })
  // A connection that breaks while idle is replaced at the next query. Without a listener the error would end the process.
  pool.on('error', () => {})
  builders.on('poolDestroyRequest', () => void pool.end())
  pools.set(builder, pool)
  return pool
}

export interface PoolFigures {
  used: number
  /** Open, and free for the next one. */
  idle: number
  /** Whoever waits for a connection. */
  waiting: number
}

/** How busy this process's connections are: those of the query builder, and those that `statement()` speaks to directly. */
export const poolFigures = (client: QueryClientContract): { builder: PoolFigures; statements: PoolFigures } => {
  const builder = client.getWriteClient()
  const { pool } = builder.client
  const beside = pools.get(builder)
  const idle = beside?.idleCount ?? 0
  return {
    builder: { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() },
    statements: { used: (beside?.totalCount ?? 0) - idle, idle, waiting: beside?.waitingCount ?? 0 },
  }
}

interface DatabaseError {
  code?: string
  constraint?: string
  message?: string
  name?: string
}

/** The name of the constraint that refused a statement, or null when something else went wrong. */
export const violatedConstraint = (error: unknown): string | null => (error as DatabaseError | null)?.constraint ?? null

const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // The name is gone too, for example of a container.
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
  // Cancelled by an operator or by a statement timeout.
  '57014',
  // Shut down, crashed, starting.
  '57P01',
  '57P02',
  '57P03',
  // I/O error.
  '58030',
])

/**
 * Whether a query failed for a reason that may pass: the database is out of reach, its disk is full, it only reads, or another
 * transaction was in the way. The outcome may be unknown, so only work with ids of its caller may be repeated.
 * Codes: PostgreSQL's appendix A; classes 08 (connection) and 53 (resources, disk full among them) as a whole.
 */
export const isOutage = (error: unknown): boolean => {
  const { code = '', message = '', name = '' } = (error ?? {}) as DatabaseError
  return (
    outageCodes.has(code) ||
    /^(08|53)...$/.test(code) ||
    name === 'KnexTimeoutError' ||
    // `timeout expired` is the error of a connection that was accepted and never answered. The last one is the query builder's
    // for a transaction whose connection broke between two of its queries.
    /connection (terminated|ended|refused)|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Transaction query already complete/i.test(
      message
    )
  )
}
