import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { bindPort, bindSettings, bindSingletons } from '#modules/kernel/container'
import { PeriodicTasks, type PeriodicTask } from '#modules/kernel/periodic_tasks'
import { Mail, MailCheckup, MailSettings, Outbox } from './index.ts'
import { CheckTransport } from './src/check_transport.ts'
import { DatabaseMail } from './src/database_mail.ts'
import { OutboxQuery } from './src/outbox_query.ts'
import { purgeOutbox } from './src/purge_outbox.ts'
import { Sealed } from './src/sealed.ts'
import { SendDueMail } from './src/send_due_mail.ts'
import { Transport } from './src/transport.ts'

const sendEveryMs = 2_000
const purgeEveryMs = 3_600_000

export default class MailProvider {
  constructor(private readonly app: ApplicationService) {}

  register() {
    bindSettings(this.app, MailSettings, 'mail')
    bindSingletons(this.app, [DatabaseMail, Sealed, SendDueMail, Transport])
    bindPort(this.app, Mail, DatabaseMail)
    bindPort(this.app, MailCheckup, CheckTransport)
    bindPort(this.app, Outbox, OutboxQuery)
  }

  async start() {
    if (!['web', 'test'].includes(this.app.getEnvironment())) return
    const { default: edge } = await import('edge.js')
    edge.mount('mail', new URL('./views', import.meta.url))
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const { says } = await container.make(MailSettings)
    if (says) (await container.make('logger')).info(says)
    const [db, transport] = [await container.make(Database), await container.make(Transport)]
    const [mail, sending] = [await container.make(DatabaseMail), await container.make(SendDueMail)]
    const task: PeriodicTask = { purpose: 'send mail', everyMs: sendEveryMs, run: (signal) => sending.run(signal) }
    const tasks = await container.make(PeriodicTasks)
    tasks.start(task, {
      purpose: 'purge copies of mail',
      everyMs: purgeEveryMs,
      run: () => purgeOutbox(db, transport),
    })
    // Mail of other processes, and mail that is tried again, is found by polling.
    mail.onDue = () => tasks.runNow(task)
  }
}
