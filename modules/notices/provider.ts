import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { bindPort, bindSingletons } from '#modules/kernel/container'
import { Notifications } from './index.ts'
import { DatabaseNotifications } from './src/database_notifications.ts'
import { Describers } from './src/describers.ts'
import { forgetUser } from './src/forget_user.ts'
import { DescribeNotifications } from './src/queries/describe_notifications.ts'
import { exportNotifications } from './src/queries/export_notifications.ts'

export default class NoticesProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    bindSingletons(this.app, [DescribeNotifications, Describers])
    bindPort(this.app, Notifications, DatabaseNotifications)
  }

  async boot() {
    const { container } = this.app
    const accounts = await container.make(Accounts)
    accounts.closing.on(({ userId }, trx) => forgetUser(userId, trx))
    exportNotifications(accounts.exportSections, await container.make(Database))
  }

  async start() {
    await import('./routes.ts')
  }
}
