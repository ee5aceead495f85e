import type { ApplicationService } from '@adonisjs/core/types'
import { Accounts } from '#modules/accounts/index'
import { Jobs } from '#modules/jobs/index'
import { bindSettings, bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { AppSettings, Brand } from '#modules/kernel/settings'
import { Mail } from '#modules/mail/index'
import { AlertSettings } from './index.ts'
import { alertMail, composeAlert } from './src/alerts/alert_mail.ts'
import { AlertWebhook, alertWebhookKind } from './src/alerts/alert_webhook.ts'
import { Conditions } from './src/alerts/conditions.ts'
import { WatchAlerts } from './src/alerts/watch_alerts.ts'
import { ModelPrices } from './src/prices/model_prices.ts'
import { CostsQuery } from './src/usage/costs_query.ts'
import { RollUpUsage } from './src/usage/roll_up_usage.ts'

const watchEveryMs = 300_000
const rollUpEveryMs = 10 * 60_000

export default class CostsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    bindSettings(this.app, AlertSettings, 'alerts')
    bindSingletons(this.app, [AlertWebhook, Conditions, CostsQuery, ModelPrices, RollUpUsage, WatchAlerts])
  }

  async boot() {
    const { container } = this.app
    const webhook = await container.make(AlertWebhook)
    ;(await container.make(Jobs)).define(alertWebhookKind, webhook.run.bind(webhook))
    const parts = {
      accounts: await container.make(Accounts),
      appUrl: (await container.make(AppSettings)).appUrl,
      productName: (await container.make(Brand)).name,
    }
    ;(await container.make(Mail)).compose(alertMail, composeAlert(parts))
  }

  async start() {
    await import('./routes.ts')
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const [tasks, alerts] = [await container.make(PeriodicTasks), await container.make(WatchAlerts)]
    const usage = await container.make(RollUpUsage)
    tasks.start(
      { purpose: 'watch for alerts', everyMs: watchEveryMs, run: () => alerts.run() },
      { purpose: 'roll up usage', everyMs: rollUpEveryMs, run: (signal) => usage.run(signal) }
    )
  }
}
