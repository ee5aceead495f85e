import type { ApplicationService } from '@adonisjs/core/types'
import type { Database } from '@adonisjs/lucid/database'
import { asOwner, MigrationRefused, runPending } from '../as_owner.ts'
import { countPartitions, withPartitions } from '../private_table.ts'
import { noExceptions } from './copy_plan.ts'
import { dropLeftovers, rebuild, RebuildCheck, type Progress } from './rebuild.ts'

/** Rebuilds the database with private tables that are split by users. All other processes must be stopped. */
export const partition = async (
  app: ApplicationService,
  db: Database,
  parts: number,
  progress: Progress = {}
): Promise<void> => {
  await asOwner(app, db, async (context) => {
    if ((await countPartitions(context.trx)) > 0)
      throw new MigrationRefused('The private tables are partitioned already.')
    const check = await app.container.make(RebuildCheck)
    await withPartitions(parts, () =>
      rebuild(context, {
        ...progress,
        exceptions: noExceptions,
        replaced: (next) => next,
        create: (connectionName) => runPending(context, connectionName),
        check,
      })
    )
  })
  await asOwner(app, db, ({ trx }) => dropLeftovers(trx))
}
