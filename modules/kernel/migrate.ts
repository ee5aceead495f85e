import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { asOwner, runPending, type OwnerContext } from './as_owner.ts'
import { convert, needsConversion, type ConvertOptions } from './conversion/convert.ts'
import { dropLeftovers } from './rebuild/rebuild.ts'

/**
 * Migrates the database to this version. With DATABASE_OWNER_URL it migrates as that role and then grants privileges to the role of
 * DATABASE_URL. Safe in several processes at once: an advisory lock serializes them.
 * Throws MigrationRefused, or the error of the failing migration.
 */
export const migrate = async (app: ApplicationService, db: Database, options: ConvertOptions = {}) => {
  const isConverted = await asOwner(app, db, async (context) => {
    if (!(await needsConversion(context.trx))) return migrateFurther(context)
    await convert(context, options)
    return true
  })
  // The next transaction drops the replaced tables.
  if (isConverted) await asOwner(app, db, migrateFurther)
}

const migrateFurther = async (context: OwnerContext) => {
  await dropLeftovers(context.trx)
  await runPending(context)
  return false
}
