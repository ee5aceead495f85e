import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts, SealedSecrets, Sessions } from '#modules/accounts/index'
import { Jobs } from '#modules/jobs/index'
import { bindPort, bindSettings, bindSingletons } from '#modules/kernel/container'
import { Notifications, PushKeyRotation, PushSettings } from '../../index.ts'
import { exportPushDevices } from './export_push_devices.ts'
import { PushKeys } from './push_keys.ts'
import { PushSubscriptions } from './push_subscriptions.ts'
import { PushAllowance, PushChangeLimit } from './rate_limits.ts'
import { pushKind, SendPush } from './send_push.ts'

/** The pushes that a process sends at a time. */
const atOnce = 8

export const registerPush = (app: ApplicationService) => {
  bindSettings(app, PushSettings, 'push')
  bindSingletons(app, [PushAllowance, PushChangeLimit, PushKeys, PushSubscriptions, SendPush])
  bindPort(app, PushKeyRotation, PushKeys)
}

export const bootPush = async ({ container }: ApplicationService) => {
  const subscriptions = await container.make(PushSubscriptions)
  const [accounts, sessions] = [await container.make(Accounts), await container.make(Sessions)]
  sessions.ended.on(({ userId, sessionIds }, trx) => subscriptions.drop(userId, sessionIds, trx))
  accounts.closing.on(({ userId }, trx) => subscriptions.forgetUser(userId, trx))
  exportPushDevices(accounts.exportSections, await container.make(Database))
  const [secrets, keys] = [await container.make(SealedSecrets), await container.make(PushKeys)]
  secrets.add(() => keys.reseal())
  const [send, notifications] = [await container.make(SendPush), await container.make(Notifications)]
  notifications.added.on(({ notifications: added }, trx) => send.enqueue(added, trx))
  const jobs = await container.make(Jobs)
  jobs.define(pushKind, send.run.bind(send), { atOnce })
}
