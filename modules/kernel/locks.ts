import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/*
 * Advisory locks with names, for work that no row represents. A name begins with its module and ends with the id that it is about:
 * `gallery.comment USER`. Two names may have the same key by chance and then exclude each other, so never hold two locks unless their
 * order is fixed.
 */

const keyOf = (name: string) => `hashtextextended(${name}, 0)`

/** SQL that takes a lock, given SQL for its name, for statements that do more than that. */
export const lockSql = {
  wait: (name: string) => `pg_advisory_xact_lock(${keyOf(name)})`,
  try: (name: string) => `pg_try_advisory_xact_lock(${keyOf(name)})`,
  /** Held by the connection instead of a transaction, and shared with other connections that call this. */
  share: (name: string) => `pg_advisory_lock_shared(${keyOf(name)})`,
}

/**
 * Returns SQL for the name of the lock that marks a process as connected, given SQL for the process's id. Processes share it, so a dying
 * connection of the same process doesn't block its new one.
 */
export const presenceLockOf = (id: string) => `'facet.process ' || ${id}`

type Transaction = Pick<TransactionClientContract, 'rawQuery'>

/**
 * Waits for the lock and holds it until the end of the transaction. A separate statement, so that the next one sees what the previous
 * holder committed.
 */
export const waitForLock = async (trx: Transaction, name: string): Promise<void> => {
  await trx.rawQuery(`SELECT ${lockSql.wait('?::text')}`, [name])
}

/** Takes the lock until the end of the transaction. Returns false if another transaction holds it. */
export const tryLock = async (trx: Transaction, name: string): Promise<boolean> => {
  const { rows } = await trx.rawQuery<{ rows: [{ locked: boolean }] }>(`SELECT ${lockSql.try('?::text')} AS locked`, [
    name,
  ])
  return rows[0].locked
}
