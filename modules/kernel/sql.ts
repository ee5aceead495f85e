import type pg from 'pg'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'

type Client = QueryClientContract | TransactionClientContract

/**
 * A statement that is parsed and planned once per connection: for the few that run with every reply. `$1` style, one round trip.
 * `name` is unique in the product and changes when the text does.
 */
export const statement =
  <Row>(name: string, text: string) =>
  async (client: Client, values: readonly unknown[]): Promise<Row[]> => {
    if (client.isTransaction) {
      const { rows } = await (client as TransactionClientContract).knexClient.raw(text).options({ name, values })
      return rows
    }
    // A connection from the same pool, spoken to directly: the query builder's own way costs as much as the query itself.
    const { client: pool } = client.getWriteClient()
    const connection: pg.Client & { __knex__disposed?: unknown } = await pool.acquireConnection()
    try {
      return (await connection.query({ name, text, values: values as unknown[] })).rows
    } finally {
      await pool.releaseConnection(connection)
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
    /connection (terminated|ended|refused)|timeout exceeded when trying to connect|Client has encountered a connection error/i.test(
      message
    )
  )
}
