import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { MigrationRunner } from '@adonisjs/lucid/migration'

/** An arbitrary number that every process of this product agrees on. */
const migrationLock = 7_206_318

/**
 * Brings the database to this version. Safe when several processes start at once: they wait for one another.
 * Throws what the failing migration threw.
 */
export const migrate = async (app: ApplicationService, db: Database) => {
  const trx = await db.transaction()
  try {
    await trx.rawQuery(`select pg_advisory_xact_lock(${migrationLock})`)
    const runner = new MigrationRunner(db, app, {
      direction: 'up',
      disableLocks: true,
      schemaGeneration: { enabled: false },
    } as never)
    await runner.run()
    if (runner.error) throw runner.error
  } finally {
    await trx.rollback()
  }
}
