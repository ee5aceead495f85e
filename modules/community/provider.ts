import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { bindPort, bindSingletons } from '#modules/kernel/container'
import { Follows } from './index.ts'
import { DatabaseFollows } from './src/database_follows.ts'
import { exportCommunity } from './src/queries/export_community.ts'

export default class CommunityProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    bindSingletons(this.app, [DatabaseFollows])
    bindPort(this.app, Follows, DatabaseFollows)
  }

  async boot() {
    const { container } = this.app
    const [accounts, follows] = [await container.make(Accounts), await container.make(DatabaseFollows)]
    accounts.closing.on(({ userId }, trx) => follows.forgetUser(userId, trx))
    exportCommunity(accounts.exportSections, await container.make(Database))
  }

  async start() {
    await import('./routes.ts')
  }
}
