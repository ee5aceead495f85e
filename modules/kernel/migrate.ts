import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import type { PostgreConfig, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { grantToServer, ownerClient, ownerConnection } from './server_role.ts'
import { guardConnections } from './sql.ts'

/** An arbitrary number that every process of this product agrees on. */
const migrationLock = 7_206_318

/** A connection of its own: a migration may take longer than any other query, and hold its lock without a query meanwhile. */
const connectionName = 'migrations'
const deadlineMs = 30 * 60_000

/** The database can't be brought to this version as it is set up. The message says what to do. */
export class MigrationRefused extends Error {
  readonly code = 'E_MIGRATION_REFUSED'
}

/**
 * Brings the database to this version, as the owner of the tables where DATABASE_OWNER_URL names one; the role of DATABASE_URL then
 * gets what it needs. Safe when several processes start at once: they wait for one another.
 * Throws MigrationRefused, or what the failing migration threw.
 */
export const migrate = async (app: ApplicationService, db: Database) => {
  const { connectionName: ownerName } = ownerClient(db)
  const config = db.getRawConnection(ownerName)!.config as PostgreConfig
  const connection = Object.assign({}, config.connection, { queryDeadlineMs: deadlineMs })
  db.manager.add(connectionName, { ...config, connection, pool: { min: 0, max: 3 } })
  try {
    guardConnections(db.connection(connectionName))
    await runMigrations(app, db, ownerName === ownerConnection)
  } finally {
    await db.manager.release(connectionName)
  }
}

const runMigrations = async (app: ApplicationService, db: Database, hasOwner: boolean) => {
  const trx = await db
    .connection(connectionName)
    .transaction()
    .catch((error) => {
      throw hasOwner && notLetIn.has(error.code)
        ? new MigrationRefused(`The database does not let the owner in: ${error.message}. Check DATABASE_OWNER_URL.`)
        : error
    })
  try {
    await trx.rawQuery(`select pg_advisory_xact_lock(${migrationLock})`)
    const role = hasOwner ? await serverRole(db, trx) : null
    const runner = new MigrationRunner(db, app, {
      direction: 'up',
      connectionName,
      disableLocks: true,
      schemaGeneration: { enabled: false },
    } as never)
    await runner.run()
    if (runner.error) throw explain(runner.error, hasOwner)
    if (role !== null) await grantToServer(trx, role)
    await trx.commit()
  } finally {
    if (!trx.isCompleted) await trx.rollback()
  }
}

const notLetIn = new Set(['ECONNREFUSED', '28P01', '28000', '3D000'])
const insufficientPrivilege = '42501'

/** The role of DATABASE_URL; null when that is the owner, too. */
const serverRole = async (db: Database, owner: TransactionClientContract): Promise<string | null> => {
  const { rows: owners } = await owner.rawQuery('SELECT current_user AS role, pg_backend_pid() AS pid')
  // The owner's lock is seen from the same database alone.
  const { rows } = await db.rawQuery(
    `SELECT current_user AS role, EXISTS (
       SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database AND datname = current_database()
       WHERE locktype = 'advisory' AND objid = ? AND pid = ? AND granted
     ) AS same`,
    [migrationLock, owners[0].pid]
  )
  if (!rows[0].same)
    throw new MigrationRefused(
      'DATABASE_OWNER_URL and DATABASE_URL name two different databases: name one and the same, with two roles.'
    )
  return rows[0].role === owners[0].role ? null : rows[0].role
}

const explain = (error: Error & { code?: string }, hasOwner: boolean): Error => {
  if (error.code !== insufficientPrivilege) return error
  return new MigrationRefused(
    hasOwner
      ? `The role of DATABASE_OWNER_URL can't change the tables (${error.message}): name the role that owns them.`
      : `The tables are not those of this version, and the role of DATABASE_URL can't change them: ` +
          'run "npm run cli -- migrate" with DATABASE_OWNER_URL, or set that here.'
  )
}
