import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { appOwner } from '#tests/support/app'
import { newId } from '#modules/kernel/ids'
import { violatedConstraint } from '#modules/kernel/sql'
import { Ledger } from '../index.ts'
import { DatabaseLedger } from '../src/ledger/database_ledger.ts'

type Client = Database | QueryClientContract

const inAnHour = () => new Date(Date.now() + 3_600_000)

const pool = (database: Database, connections: number): Database => {
  const name = `pool_of_${connections}`
  const { config } = database.manager.get(database.primaryConnectionName)!
  if (!database.manager.has(name)) database.manager.add(name, { ...config, pool: { min: 0, max: connections } })
  // It has the methods that services use.
  return database.connection(name) as unknown as Database
}

/** Returns functions that call the ledger's SQL functions as chat does. */
export const ledgerFunctions = (client: Client) => ({
  async hold(userId: string, holdId: string, amount: number, expiresAt = inAnHour()): Promise<number> {
    const sql = 'SELECT ledger_hold(?::uuid, ?::uuid, ?::bigint, ?::timestamptz) AS rubies'
    const { rows } = await client.rawQuery(sql, [userId, holdId, amount, expiresAt])
    return Number(rows[0].rubies)
  },
  async take(
    userId: string,
    holdId: string,
    type = 'chat',
    description = 'A reply'
  ): Promise<{ id: string; amount: number } | null> {
    const taken = await client.rawQuery('SELECT ledger_take(?::uuid, ?::uuid, ?, ?) AS id', [
      userId,
      holdId,
      type,
      description,
    ])
    const { rows } = await client.rawQuery(
      'SELECT id, amount FROM ruby_transactions WHERE user_id = ?::uuid AND id = ?::uuid',
      [userId, taken.rows[0].id]
    )
    return rows[0] ? { id: rows[0].id, amount: Number(rows[0].amount) } : null
  },
  /** Charges a hold for a reply of this creator's character. Returns the transaction's id. */
  async takeShared(
    { userId, id }: { userId: string; id: string },
    creatorId: string,
    percent: number
  ): Promise<string | null> {
    const { rows } = await client.rawQuery(
      `SELECT ledger_take_shared(?::uuid, ?::uuid, 'chat', 'A reply', ?::uuid, ?::int) AS id`,
      [userId, id, creatorId, percent]
    )
    return rows[0].id
  },
  async giveBack(userId: string, holdId: string): Promise<string | null> {
    const { rows } = await client.rawQuery('SELECT ledger_give_back(?::uuid, ?::uuid) AS state', [userId, holdId])
    return rows[0].state
  },
})

/** Sets up the ledger on the app's connections, or on a separate pool of this size. */
export const setUp = async (connections?: number) => {
  const database = await app.container.make(Database)
  const db = connections === undefined ? database : pool(database, connections)
  const ledger: Ledger = connections === undefined ? await app.container.make(Ledger) : new DatabaseLedger(db)
  const opener = await app.container.make(DatabaseLedger)

  return {
    db,
    /** May write the ledger's tables without its functions. */
    owner: await appOwner(),
    ledger,
    ...ledgerFunctions(db),
    /** Opens a ruby account with these rubies. The ledger needs no user. */
    async account(rubies = 0): Promise<string> {
      const userId = newId()
      await database.transaction((trx) => opener.openAccount(userId, trx))
      if (rubies > 0)
        await ledger.post({ userId, amount: rubies, type: 'purchase', description: 'Opening', key: 'opening' })
      return userId
    },
    async read(userId: string) {
      const sql = 'SELECT balance, held, seq, debt, bought FROM ruby_accounts WHERE user_id = ?::uuid'
      const [row] = (await db.rawQuery(sql, [userId])).rows
      return {
        balance: Number(row.balance),
        held: Number(row.held),
        seq: Number(row.seq),
        debt: Number(row.debt),
        bought: Number(row.bought),
      }
    },
    takeBack(userId: string, amount: number, type: 'refund' | 'dispute' = 'refund', key = newId()) {
      return new DatabaseLedger(db).takeBack({ userId, amount, type, description: 'Taken back', key })
    },
    /** Returns the types and amounts of the user's transactions, oldest first. */
    async lines(userId: string): Promise<[type: string, amount: number][]> {
      const sql = 'SELECT type, amount FROM ruby_transactions WHERE user_id = ?::uuid ORDER BY seq'
      const { rows } = await db.rawQuery(sql, [userId])
      return rows.map((row: { type: string; amount: string }) => [row.type, Number(row.amount)])
    },
    async history(userId: string): Promise<{ amount: number; balanceAfter: number }[]> {
      const sql = 'SELECT amount, balance_after FROM ruby_transactions WHERE user_id = ?::uuid ORDER BY seq'
      const { rows } = await db.rawQuery(sql, [userId])
      return rows.map((row: { amount: string; balance_after: string }) => ({
        amount: Number(row.amount),
        balanceAfter: Number(row.balance_after),
      }))
    },
    /** Returns the ledger's problems with these accounts, ignoring the accounts of other tests. */
    async problemsOf(...userIds: string[]) {
      return (await ledger.verify()).problems.filter(({ userId }) => userIds.includes(userId))
    },
  }
}

export type Fixture = Awaited<ReturnType<typeof setUp>>

/** Returns the violated constraint, or 'nothing'. */
export const refusedBy = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work()
    return 'nothing'
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === null) throw error
    return constraint
  }
}

/** Returns a generator of integers from a seed, equal on every machine (mulberry32, public domain). */
export const seededDice = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * sides)
  }
}
