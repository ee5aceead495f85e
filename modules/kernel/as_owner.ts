import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import type { PostgreConfig, QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { countPartitions, nameParts, withPartitions } from './private_table.ts'
import { grantToServer, ownerClient, ownerConnection } from './server_role.ts'
import { addressesOf, guardConnections } from './sql.ts'

/** An arbitrary key. It must be the same in every process and version. */
const migrationLock = 7_206_318

/** Migrations need their own connection: they exceed the usual deadline, and their lock is held while idle. */
const ownName = 'migrations'
const deadlineMs = 30 * 60_000

/** The database's setup prevents the migration. The message says how to fix it. */
export class MigrationRefused extends Error {
  readonly code = 'E_MIGRATION_REFUSED'
}

/** The access of work that runs as the tables' owner, while no other process migrates. */
export interface OwnerContext {
  app: ApplicationService
  db: Database
  /** Holds the lock. It is committed after the work, together with the privileges of the server's role. */
  trx: TransactionClientContract
  /** A client with transactions of its own. */
  client: QueryClientContract
}

/** Runs the missing migrations with a connection. If the private tables are partitioned, new ones are too. */
export const runPending = async ({ app, db, client }: OwnerContext, connectionName = client.connectionName) => {
  const connection = db.connection(connectionName)
  const runner = new MigrationRunner(db, app, {
    direction: 'up',
    connectionName,
    disableLocks: true,
    schemaGeneration: { enabled: false },
  } as never)
  const run = () => runner.run()
  const parts = await countPartitions(connection)
  await (parts > 0 ? withPartitions(parts, run) : run())
  if (runner.error) throw runner.error
  await connection.rawQuery(nameParts)
}

/** Works as the tables' owner under the lock, then grants privileges to the server's role and commits. */
export const asOwner = async <Value>(
  app: ApplicationService,
  db: Database,
  work: (context: OwnerContext) => Promise<Value>
): Promise<Value> => {
  const owner = ownerClient(db)
  const hasOwner = owner.connectionName === ownerConnection
  const config = db.getRawConnection(owner.connectionName)!.config as PostgreConfig
  // A rebuild sets the search path of its connections.
  const connection = { ...addressesOf(owner).direct, queryDeadlineMs: deadlineMs } as PostgreConfig['connection']
  db.manager.add(ownName, { ...config, connection, pool: { min: 0, max: 3 } })
  const client = db.connection(ownName)
  let trx: TransactionClientContract | undefined
  try {
    guardConnections(client)
    trx = await client.transaction()
    await trx.rawQuery(`SELECT pg_advisory_xact_lock(${migrationLock})`)
    const role = hasOwner ? await serverRole(db, trx) : null
    const value = await work({ app, db, trx, client })
    if (role !== null) await grantToServer(trx, role)
    await trx.commit()
    return value
  } catch (error) {
    throw explain(error as Error, hasOwner, trx !== undefined)
  } finally {
    if (trx && !trx.isCompleted) await trx.rollback()
    await db.manager.release(ownName)
  }
}

/** Connection refused, wrong password, role not allowed, no such database. */
const connectionErrors = new Set(['ECONNREFUSED', '28P01', '28000', '3D000'])
const insufficientPrivilege = '42501'

/** Returns the role of DATABASE_URL, or null when that role is the owner. */
const serverRole = async (db: Database, owner: TransactionClientContract): Promise<string | null> => {
  const { rows: owners } = await owner.rawQuery('SELECT current_user AS role, pg_backend_pid() AS pid')
  // The owner's advisory lock is visible only from the same database.
  const { rows } = await db.rawQuery(
    `SELECT current_user AS role, EXISTS (
       SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database AND datname = current_database()
       WHERE locktype = 'advisory' AND objid = ? AND pid = ? AND granted
     ) AS same`,
    [migrationLock, owners[0].pid]
  )
  if (!rows[0].same)
    throw new MigrationRefused(
      'DATABASE_OWNER_URL and DATABASE_URL name different databases. Use the same database with two roles.'
    )
  return rows[0].role === owners[0].role ? null : rows[0].role
}

const explain = (error: Error & { code?: string }, hasOwner: boolean, isConnected: boolean): Error => {
  if (!isConnected && hasOwner && connectionErrors.has(error.code ?? ''))
    return new MigrationRefused(`The owner can't connect to the database: ${error.message}. Check DATABASE_OWNER_URL.`)
  if (error.code !== insufficientPrivilege) return error
  return new MigrationRefused(
    hasOwner
      ? `The role of DATABASE_OWNER_URL can't change the tables (${error.message}). Use the role that owns them.`
      : `The tables need migrating, and the role of DATABASE_URL can't change them. ` +
          'Run "npm run cli -- migrate" with DATABASE_OWNER_URL, or set it here.'
  )
}
