import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import type { PostgreConfig } from '@adonisjs/lucid/types/database'
import { guardConnections } from './sql.ts'

/** An arbitrary number that every process of this product agrees on. */
const migrationLock = 7_206_318

/** A connection of its own: a migration may take longer than any other query, and hold its lock without a query meanwhile. */
const connectionName = 'migrations'
const deadlineMs = 30 * 60_000

/**
 * Brings the database to this version. Safe when several processes start at once: they wait for one another.
 * Throws what the failing migration threw.
 */
export const migrate = async (app: ApplicationService, db: Database) => {
  const config = db.getRawConnection(db.primaryConnectionName)!.config as PostgreConfig
  const connection = Object.assign({}, config.connection, { queryDeadlineMs: deadlineMs })
  db.manager.add(connectionName, { ...config, connection, pool: { min: 0, max: 3 } })
  try {
    guardConnections(db.connection(connectionName))
    await runMigrations(app, db)
  } finally {
    await db.manager.release(connectionName)
  }
}

const runMigrations = async (app: ApplicationService, db: Database) => {
  const trx = await db.connection(connectionName).transaction()
  try {
    await trx.rawQuery(`select pg_advisory_xact_lock(${migrationLock})`)
    const runner = new MigrationRunner(db, app, {
      direction: 'up',
      connectionName,
      disableLocks: true,
      schemaGeneration: { enabled: false },
    } as never)
    await runner.run()
    if (runner.error) throw runner.error
  } finally {
    await trx.rollback()
  }
}
