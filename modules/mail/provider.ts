import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Timers } from '#plugins/contract/timers'
import { PeriodicTaskRunner } from '#modules/kernel/periodic_tasks'
import { asProviderError } from '#plugins/contract/errors'
import { Mail, MailCheckup, Outbox, type MailSettings } from './index.ts'
import { DatabaseMail } from './src/database_mail.ts'
import { openOnce } from './src/open_transport.ts'
import { OutboxQuery } from './src/outbox_query.ts'
import { purgeOutbox } from './src/purge_outbox.ts'
import { Sealed } from './src/sealed.ts'
import { SendDueMail } from './src/send_due_mail.ts'

const sendEveryMs = 2_000
const purgeEveryMs = 3_600_000
const checkTimeoutMs = 10_000

export default class MailProvider {
  #worker?: PeriodicTaskRunner
  readonly #transport

  constructor(private readonly app: ApplicationService) {
    this.#transport = openOnce(() => this.#settings.open())
  }

  register() {
    const { container } = this.app
    container.singleton(Sealed, async (resolver) => new Sealed(await resolver.make('encryption')))
    container.singleton(
      DatabaseMail,
      async (resolver) => new DatabaseMail(await resolver.make(Sealed), this.#transport)
    )
    container.singleton(Mail, (resolver) => resolver.make(DatabaseMail))
    container.singleton(
      Outbox,
      async (resolver) => new OutboxQuery(await resolver.make(Database), await resolver.make(Sealed))
    )
    container.singleton(MailCheckup, () => ({ examine: () => this.#examine() }))
    container.singleton(SendDueMail, async (resolver) => {
      const { default: edge } = await import('edge.js')
      return new SendDueMail({
        db: await resolver.make(Database),
        mail: await resolver.make(DatabaseMail),
        sealed: await resolver.make(Sealed),
        transport: this.#transport,
        settings: this.#settings,
        render: (view, state) => edge.render(view, state),
        logger: await resolver.make('logger'),
      })
    })
  }

  async start() {
    if (!['web', 'test'].includes(this.app.getEnvironment())) return
    const { default: edge } = await import('edge.js')
    edge.mount('mail', new URL('./views', import.meta.url))
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const logger = await container.make('logger')
    if (this.#settings.says) logger.info(this.#settings.says)
    const [db, sending] = [await container.make(Database), await container.make(SendDueMail)]
    const timers = await container.make(Timers)
    const task = { purpose: 'send mail', everyMs: sendEveryMs, run: (signal: AbortSignal) => sending.run(signal) }
    const worker = new PeriodicTaskRunner(
      [task, { purpose: 'purge copies of mail', everyMs: purgeEveryMs, run: () => purgeOutbox(db, this.#transport) }],
      logger,
      timers
    )
    this.#worker = worker
    worker.start()
    // Mail of other processes, and mail that is tried again, is found by polling.
    ;(await container.make(DatabaseMail)).onDue = () => worker.runNow(task)
  }

  async shutdown() {
    await this.#worker?.stop()
  }

  async #examine() {
    try {
      const transport = await this.#transport()
      return { ok: true, says: await transport.check((await this.app.container.make(Timers)).timeout(checkTimeoutMs)) }
    } catch (error) {
      return { ok: false, says: asProviderError(error).message }
    }
  }

  get #settings() {
    return this.app.config.get<MailSettings>('mail')
  }
}
