import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { CreatorPages, Gallery, ProfileTexts } from '#modules/gallery/index'
import { bindPort, bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { CreatorProfiles, Follows } from './index.ts'
import { AddCreators } from './src/actions/add_creators.ts'
import { Collections } from './src/collections/collections.ts'
import { DatabaseCreatorPages } from './src/database_creator_pages.ts'
import { DatabaseFollows } from './src/database_follows.ts'
import { DatabaseProfiles } from './src/database_profiles.ts'
import { CreatorPageQuery } from './src/queries/creator_page_query.ts'
import { exportCommunity } from './src/queries/export_community.ts'
import { FindPeopleQuery } from './src/queries/find_people_query.ts'
import { CollectionLimit, FollowLimit, PeopleSearchLimit, ProfileLimit } from './src/rate_limits.ts'
import { statistics } from './src/statistics/statistics_module.ts'

const addCreatorsEveryMs = 3_600_000

export default class CommunityProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    bindSingletons(this.app, [
      AddCreators,
      CollectionLimit,
      Collections,
      CreatorPageQuery,
      DatabaseCreatorPages,
      DatabaseFollows,
      DatabaseProfiles,
      FindPeopleQuery,
      FollowLimit,
      PeopleSearchLimit,
      ProfileLimit,
    ])
    bindPort(this.app, CreatorPages, DatabaseCreatorPages)
    bindPort(this.app, CreatorProfiles, CreatorPageQuery)
    bindPort(this.app, Follows, DatabaseFollows)
    bindPort(this.app, ProfileTexts, DatabaseProfiles)
    statistics.register(this.app)
  }

  async boot() {
    const { container } = this.app
    const [accounts, gallery] = [await container.make(Accounts), await container.make(Gallery)]
    const [follows, profiles] = [await container.make(DatabaseFollows), await container.make(DatabaseProfiles)]
    const collections = await container.make(Collections)
    accounts.closing.on(({ userId }, trx) => follows.forgetUser(userId, trx))
    accounts.closing.on(({ userId }, trx) => collections.forgetUser(userId, trx))
    accounts.profileChanged.on(({ userId }, trx) => profiles.refreshNames(userId, trx))
    accounts.profileCleared.on(({ userId }, trx) => profiles.clear(userId, trx))
    accounts.profileCleared.on(({ userId }, trx) => collections.clear(userId, trx))
    gallery.published.on(({ creatorId }, trx) => profiles.add([creatorId], trx))
    exportCommunity(accounts.exportSections, await container.make(Database))
    await statistics.boot(this.app)
  }

  async start() {
    await import('./routes.ts')
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    await statistics.ready(this.app)
    const { container } = this.app
    const [tasks, creators] = [await container.make(PeriodicTasks), await container.make(AddCreators)]
    tasks.start({ purpose: 'add creators', everyMs: addCreatorsEveryMs, run: (signal) => creators.run(signal) })
  }
}
