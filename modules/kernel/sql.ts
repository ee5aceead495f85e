import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import pg from 'pg'

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
    if (!client.isTransaction) return (await poolBeside(client.getWriteClient()).query(query)).rows
    const { rows } = await (client as TransactionClientContract).knexClient.raw(text).options(query)
    return rows
  }

/** A statement whose plan depends on its values: planned anew each time. `$1` style, one round trip, outside of transactions. */
export const askOnce = async <Row>(
  client: QueryClientContract,
  text: string,
  values: readonly unknown[]
): Promise<Row[]> => (await poolBeside(client.getWriteClient()).query({ text, values: values as unknown[] })).rows

const pools = new WeakMap<QueryBuilder, pg.Pool>()

/**
 * As many connections again, spoken to directly: the query builder's pool and its own way to a query cost as much as the query.
 * They end when that pool does.
 */
const poolBeside = (builder: QueryBuilder): pg.Pool => {
  const known = pools.get(builder)
  if (known) return known
  const { config, pool: builders } = builder.client
  const pool = new pg.Pool({
    ...config.connection,
    max: builders.max,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 60_000,
    allowExitOnIdle: true,
  })
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
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
  // Its name is gone with it, as a container's is.
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])

/**
 * Whether the database was out of reach, so that the outcome is unknown and the same work may be tried again with the same ids.
 * Codes: PostgreSQL's appendix A, classes 08, 53 and 57.
 */
export const isOutage = (error: unknown): boolean => {
  const { code = '', message = '', name = '' } = (error ?? {}) as DatabaseError
  return (
    outageCodes.has(code) ||
    code.startsWith('08') ||
    name === 'KnexTimeoutError' ||
    // `timeout expired` is what a connection says that was taken and got no answer; the last is what the query builder says of a
    // transaction whose connection broke between two of its queries.
    /connection (terminated|ended|refused)|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Transaction query already complete/i.test(
      message
    )
  )
}
