import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '#modules/accounts/index'
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
  accounts.exportSections.add('notificationDigest', async function* ({ id }) {
    yield JSON.stringify((await choice.read(id)).every)
  })
  const parts = {
    accounts,
    db: await container.make(Database),
    describe: await container.make(DescribeNotifications),
    links: await container.make(UnsubscribeLinks),
    appUrl: (await container.make(AppSettings)).appUrl,
    productName: (await container.make(Brand)).name,
  }
  ;(await container.make(Mail)).compose(digestMail, composeDigest(parts))
}

/** Mounts the pages of the links, and sends digests in servers. */
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
