import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts, type ExportSections } from '#modules/accounts/index'
import { bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import { AppSettings, Brand } from '#modules/kernel/settings'
import { Mail } from '#modules/mail/index'
import { DescribeNotifications } from '../queries/describe_notifications.ts'
import { DigestChoice } from './digest_choice.ts'
import { composeDigest, digestMail } from './digest_mail.ts'
import { SendDigests } from './send_digests.ts'
import { UnsubscribeLinks } from './unsubscribe_links.ts'

const sendEveryMs = 300_000

export const registerDigests = (app: ApplicationService) =>
  bindSingletons(app, [DigestChoice, SendDigests, UnsubscribeLinks])

export const bootDigests = async ({ container }: ApplicationService) => {
  const [accounts, choice] = [await container.make(Accounts), await container.make(DigestChoice)]
  accounts.closing.on(({ userId }, trx) => choice.turnOff(userId, trx))
  const db = await container.make(Database)
  exportDigest(accounts.exportSections, db)
  const parts = {
    accounts,
    db,
    describe: await container.make(DescribeNotifications),
    links: await container.make(UnsubscribeLinks),
    appUrl: (await container.make(AppSettings)).appUrl,
    productName: (await container.make(Brand)).name,
  }
  ;(await container.make(Mail)).compose(digestMail, composeDigest(parts))
}

const exportDigest = (sections: ExportSections, db: Database) =>
  sections.add('notificationDigest', async function* ({ id }) {
    const { rows } = await db.rawQuery<{ rows: { every: string }[] }>(
      'SELECT every FROM notification_digests WHERE user_id = ?::uuid',
      [id]
    )
    yield JSON.stringify(rows[0]?.every ?? null)
  })

/** Mounts the pages of the links. */
export const startDigests = async (app: ApplicationService) => {
  const environment = app.getEnvironment()
  if (!['web', 'test'].includes(environment)) return
  const { default: edge } = await import('edge.js')
  edge.mount('notices', new URL('../../views', import.meta.url))
}

export const sendDigests = async ({ container }: ApplicationService) => {
  const [tasks, digests] = [await container.make(PeriodicTasks), await container.make(SendDigests)]
  tasks.start({ purpose: 'send digests', everyMs: sendEveryMs, run: (signal) => digests.run(signal) })
}
