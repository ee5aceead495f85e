import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { Jobs } from '#modules/jobs/index'
import { nilUuid } from '#modules/kernel/ids'
import { tryLock } from '#modules/kernel/locks'
import { Mail } from '#modules/mail/index'
import { Timers } from '#plugins/contract/timers'
import { AlertSettings } from '../../index.ts'
import { OperatorAlertRow } from '../tables/operator_alert_row.ts'
import { alertMail, type AlertMail } from './alert_mail.ts'
import { alertWebhookKind, type Alert } from './alert_webhook.ts'
import { conditionNames, Conditions } from './conditions.ts'

/**
 * A condition is over when no process has seen it for this long. A condition that comes and goes is one alert, and so is the full disk of
 * one machine of several.
 */
const quietMs = 3_600_000
const adminsMax = 100

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** Tells admins of each condition once per day (UTC) while it lasts, and once when it ends. */
@inject()
export class WatchAlerts {
  constructor(
    private readonly db: Database,
    private readonly conditions: Conditions,
    private readonly accounts: Accounts,
    private readonly mail: Mail,
    private readonly jobs: Jobs,
    private readonly timers: Timers,
    private readonly settings: AlertSettings
  ) {}

  async run(): Promise<void> {
    const findings = await this.conditions.read()
    const admins = await this.accounts.idsAfter(nilUuid, adminsMax, { isAdmin: true })
    const now = new Date(this.timers.now())
    await this.db.transaction(async (trx) => {
      if (!(await tryLock(trx, 'costs.alerts'))) return
      const known = new Map((await OperatorAlertRow.query({ client: trx })).map((row) => [row.condition, row]))
      for (const { condition, says } of findings) {
        const row = known.get(condition)
        const isTold = row !== undefined && dayOf(row.toldAt) === dayOf(now)
        const toldAt = isTold ? row.toldAt : now
        await OperatorAlertRow.updateOrCreate({ condition }, { seenAt: now, toldAt }, { client: trx })
        if (!isTold) await this.#tell({ condition, state: 'firing', says, at: now.toISOString() }, admins, trx)
        known.delete(condition)
      }
      for (const row of known.values()) {
        if (now.getTime() - row.seenAt.getTime() < quietMs) continue
        await row.useTransaction(trx).delete()
        const says = `Over: ${conditionNames[row.condition]}.`
        await this.#tell({ condition: row.condition, state: 'ended', says, at: now.toISOString() }, admins, trx)
      }
    })
  }

  async #tell(alert: Alert, admins: readonly string[], trx: TransactionClientContract) {
    for (const userId of admins)
      await this.mail.enqueue<AlertMail>({ kind: alertMail, userId, details: { userId, alert } }, trx)
    if (this.settings.webhook !== null)
      await this.jobs.enqueue({ kind: alertWebhookKind, ownerId: nilUuid, payload: alert }, trx)
  }
}
