import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { Bus, topic } from '#modules/realtime/index'
import type { WebhookEvent } from '../../api.ts'

const changed = topic<object>('webhooks_changed')
const everyone = 'all'

/**
 * Keeps in memory which users have a webhook for which event, so that an event without a webhook costs no statement. Processes tell each
 * other of changes.
 */
@inject()
export class WebhookAudience {
  #users: ReadonlySet<string> = new Set()
  #reading: Promise<void> | null = null
  #isStale = false

  constructor(
    private readonly db: Database,
    private readonly bus: Bus,
    private readonly logger: Logger
  ) {}

  /** Reads the table, and again after each change and each gap of the bus. */
  async start() {
    this.bus.subscribe(changed, everyone, () => void this.refresh())
    this.bus.onGap(() => void this.refresh())
    await this.refresh()
  }

  /** Call it after a change was committed. Never rejects: other processes read the table again after a gap. */
  async tell() {
    await this.bus.publish(changed, everyone, {}).catch(() => {})
    await this.refresh()
  }

  /** Whether a webhook may want an event about this user's things. */
  wants(event: WebhookEvent, userId: string): boolean {
    return this.#users.has(`${event} ${userId}`) || this.#users.has(`${event} ${everyone}`)
  }

  /** Reads the table. A change that comes meanwhile is read, too. */
  refresh(): Promise<void> {
    this.#isStale = true
    this.#reading ??= this.#read().finally(() => (this.#reading = null))
    return this.#reading
  }

  async #read() {
    while (this.#isStale) {
      this.#isStale = false
      try {
        const { rows } = await this.db.rawQuery<{ rows: { key: string }[] }>(
          `-- all users: those who have a webhook for an event
           SELECT DISTINCT event || ' ' || CASE WHEN of_instance THEN '${everyone}' ELSE user_id::text END AS key
           FROM webhooks CROSS JOIN LATERAL unnest(events) event WHERE off_at IS NULL`
        )
        this.#users = new Set(rows.map(({ key }) => key))
      } catch (error) {
        this.logger.warn({ err: error }, 'could not read the webhooks')
      }
    }
  }
}
