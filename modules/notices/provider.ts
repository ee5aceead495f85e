import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
import { DailyRewards } from '#modules/economy/index'
import { Jobs } from '#modules/jobs/index'
import { bindPort, bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { FanOuts, Notifications } from './index.ts'
import { ChangeSettings } from './src/actions/change_settings.ts'
import { MarkRead } from './src/actions/mark_read.ts'
import { PurgeNotifications } from './src/actions/purge_notifications.ts'
import { DatabaseNotifications } from './src/database_notifications.ts'
import { bootDigests, registerDigests, sendDigests, startDigests } from './src/digest/digests.ts'
import { Describers } from './src/describers.ts'
import { FanOut, fanOutKind } from './src/fan_out.ts'
import { forgetUser } from './src/forget_user.ts'
import { bootPush, registerPush } from './src/push/push_provider.ts'
import { DescribeNotifications } from './src/queries/describe_notifications.ts'
import { exportNotifications } from './src/queries/export_notifications.ts'
import { ListNotificationsQuery } from './src/queries/list_notifications_query.ts'
import { CharacterEvents } from './src/sources/character_events.ts'
import { FollowEvents } from './src/sources/follow_events.ts'
import { GalleryEvents } from './src/sources/gallery_events.ts'
import { Recipients } from './src/sources/recipients.ts'
import { ReplyEvents } from './src/sources/reply_events.ts'
import { RewardReminders } from './src/sources/reward_reminders.ts'
import { RubyEvents } from './src/sources/ruby_events.ts'
import { UnreadCounts } from './src/unread_counts.ts'

const purgeEveryMs = 3_600_000

export default class NoticesProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    bindSingletons(this.app, [
      ChangeSettings,
      DescribeNotifications,
      Describers,
      FanOut,
      ListNotificationsQuery,
      MarkRead,
      PurgeNotifications,
      Recipients,
      RewardReminders,
      UnreadCounts,
    ])
    registerDigests(this.app)
    bindPort(this.app, FanOuts, FanOut)
    registerPush(this.app)
    bindPort(this.app, Notifications, DatabaseNotifications)
  }

  async boot() {
    const { container } = this.app
    const accounts = await container.make(Accounts)
    accounts.closing.on(({ userId }, trx) => forgetUser(userId, trx))
    exportNotifications(accounts.exportSections, await container.make(Database))
    await bootDigests(this.app)
    const jobs = await container.make(Jobs)
    const fanOut = await container.make(FanOut)
    jobs.define(fanOutKind, fanOut.run.bind(fanOut))
    for (const Source of [CharacterEvents, FollowEvents, GalleryEvents, RubyEvents])
      (await container.make(Source)).listen()
    // Bound where rubies are on.
    if (container.hasBinding(DailyRewards)) (await container.make(RewardReminders)).listen()
    await bootPush(this.app)
  }

  async start() {
    await import('./routes.ts')
    await startDigests(this.app)
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    await container.make(UnreadCounts)
    const replies = await container.make(ReplyEvents)
    replies.listen()
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const [purge, tasks] = [await container.make(PurgeNotifications), await container.make(PeriodicTasks)]
    tasks.start({ purpose: 'delete old notifications', everyMs: purgeEveryMs, run: (signal) => purge.run(signal) })
    await sendDigests(this.app)
  }
}
