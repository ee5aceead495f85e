import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { Bus, LiveValues, UserEvents } from '#modules/realtime/index'
import { Timers } from '#plugins/contract/timers'
import { unreadChannel } from './unread_changes.ts'

/**
 * The number of unread notifications, in which a group counts as one. Tabs get it when their event stream opens and after each change, so
 * that no page asks for it.
 */
@inject()
export class UnreadCounts {
  readonly #db: Database
  readonly #values: LiveValues<number>

  constructor(db: Database, bus: Bus, events: UserEvents, timers: Timers, logger: Logger) {
    this.#db = db
    this.#values = new LiveValues({
      events,
      timers,
      logger,
      name: 'unread notifications',
      read: (userIds) => this.readMany(userIds),
      missing: 0,
      toEvent: (unread) => ({ type: 'notifications', unread }),
    })
    bus.listen(unreadChannel, (userIds) => {
      for (const userId of userIds.split(',')) this.#values.refresh(userId)
    })
  }

  /** The map leaves out users who have read everything. */
  async readMany(userIds: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.#db.rawQuery<{ rows: { userId: string; unread: number }[] }>(
      `SELECT user_id AS "userId", count(DISTINCT group_key)::int AS unread FROM notifications
       WHERE user_id = ANY (?::uuid[]) AND read_at IS NULL AND is_listed GROUP BY user_id`,
      [[...userIds]]
    )
    return new Map(rows.map(({ userId, unread }) => [userId, unread]))
  }
}
