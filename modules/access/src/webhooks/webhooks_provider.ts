import type { ApplicationService } from '@adonisjs/core/types'
import { Accounts, SealedSecrets } from '#modules/accounts/index'
import { Jobs } from '#modules/jobs/index'
import { bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { Notifications } from '#modules/notices/index'
import { exportWebhooks } from '../queries/export_webhooks.ts'
import { NewWebhookLimit, WebhookSendLimit } from '../rate_limits.ts'
import { Deliveries, webhookKind } from './deliveries.ts'
import { SendWebhook } from './send_webhook.ts'
import { showWebhookOff } from './show_webhook_off.ts'
import { WebhookAudience } from './webhook_audience.ts'
import { WebhookEvents } from './webhook_events.ts'
import { Webhooks } from './webhooks.ts'

/** The events that a process sends at a time. */
const atOnce = 8
const purgeEveryMs = 3_600_000

export const registerWebhooks = (app: ApplicationService) =>
  bindSingletons(app, [
    Deliveries,
    NewWebhookLimit,
    SendWebhook,
    WebhookAudience,
    WebhookEvents,
    Webhooks,
    WebhookSendLimit,
  ])

export const bootWebhooks = async ({ container }: ApplicationService) => {
  const [accounts, webhooks] = [await container.make(Accounts), await container.make(Webhooks)]
  accounts.closing.on(({ userId }, trx) => webhooks.forgetUser(userId, trx))
  exportWebhooks(accounts.exportSections, webhooks)
  const secrets = await container.make(SealedSecrets)
  secrets.add(() => webhooks.reseal())
  const [jobs, send] = [await container.make(Jobs), await container.make(SendWebhook)]
  jobs.define(webhookKind, send.run.bind(send), { atOnce })
  const events = await container.make(WebhookEvents)
  events.listen()
  const notifications = await container.make(Notifications)
  notifications.show('webhook_off', showWebhookOff(webhooks))
}

/** Call it in servers, after migrations. */
export const readyWebhooks = async ({ container }: ApplicationService) => {
  const [audience, events] = [await container.make(WebhookAudience), await container.make(WebhookEvents)]
  await audience.start()
  events.listenToReplies()
  const [deliveries, tasks] = [await container.make(Deliveries), await container.make(PeriodicTasks)]
  tasks.start({
    purpose: 'delete old deliveries of webhooks',
    everyMs: purgeEveryMs,
    run: (signal) => deliveries.purge(signal),
  })
}
