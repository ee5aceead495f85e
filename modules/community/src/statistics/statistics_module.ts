import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { CharacterViews, Gallery } from '#modules/gallery/index'
import { bindPort, bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { CountViews } from './count_views.ts'
import { exportStatistics } from './export_statistics.ts'
import { forgetCharacters, forgetUser } from './forget.ts'
import { RollUpStatistics } from './roll_up_statistics.ts'
import { StatisticsQuery } from './statistics_query.ts'

const rollUpEveryMs = 10 * 60_000

/** The wiring of statistics. The module's provider calls it. */
export const statistics = {
  register(app: ApplicationService) {
    bindSingletons(app, [CountViews, RollUpStatistics, StatisticsQuery])
    bindPort(app, CharacterViews, CountViews)
  },

  async boot({ container }: ApplicationService) {
    const accounts = await container.make(Accounts)
    const gallery = await container.make(Gallery)
    accounts.closing.on(({ userId }, trx) => forgetUser(userId, trx))
    gallery.charactersPurged.on((purged, trx) => forgetCharacters(purged, trx))
    exportStatistics(accounts.exportSections, await container.make(Database))
  },

  async ready({ container }: ApplicationService) {
    const rollUp = await container.make(RollUpStatistics)
    const tasks = await container.make(PeriodicTasks)
    tasks.start({
      purpose: 'roll up statistics',
      everyMs: rollUpEveryMs,
      run: (signal) => rollUp.run(signal),
    })
  },
}
