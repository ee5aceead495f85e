import { Logger } from '@adonisjs/core/logger'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { DailyRewards } from '#modules/economy/index'
import { UserEvents } from '#modules/realtime/index'
import { Timers } from '#plugins/contract/timers'
import { Notifications } from '../../index.ts'
import { notifyChanges } from '../unread_changes.ts'

const group = 'reward_ready'

/** Beyond them, users are asked about twice. */
const rememberedMax = 100_000

/**
 * Notifies users of a daily reward when they are here: in the transaction that opens their account, and when they open their first event
 * stream of a day. So nothing is stored for people who stay away, and no job walks over all users each day.
 */
@inject()
export class RewardReminders {
  #day = ''
  /** The users whom this process has asked about today. */
  readonly #asked = new Set<string>()

  constructor(
    private readonly db: Database,
    private readonly rewards: DailyRewards,
    private readonly accounts: Accounts,
    private readonly events: UserEvents,
    private readonly notifications: Notifications,
    private readonly timers: Timers,
    private readonly logger: Logger
  ) {}

  listen() {
    this.accounts.opened.on(({ userId }, trx) => this.#add(userId, trx))
    this.rewards.claimed.on(async ({ userId }, trx) => {
      const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
        `UPDATE notifications SET read_at = now()
         WHERE user_id = ?::uuid AND group_key = '${group}' AND read_at IS NULL AND is_listed`,
        [userId]
      )
      if (rowCount > 0) await notifyChanges([userId], trx)
    })
    this.events.onOpen((userId) => void this.remind(userId))
  }

  /** Adds the notification of today, if the reward isn't claimed. Never rejects. */
  async remind(userId: string): Promise<void> {
    const day = this.#today()
    if (day !== this.#day || this.#asked.size >= rememberedMax) this.#asked.clear()
    this.#day = day
    if (this.#asked.has(userId)) return
    this.#asked.add(userId)
    try {
      if ((await this.rewards.check(userId)).canClaim) await this.db.transaction((trx) => this.#add(userId, trx))
    } catch (error) {
      this.#asked.delete(userId)
      this.logger.warn({ err: error }, 'could not notify a user of the daily reward: the next stream tries again')
    }
  }

  #add(userId: string, trx: TransactionClientContract) {
    const subject = { rubies: this.rewards.rubies }
    return this.notifications.add(
      { userId, kind: 'reward_ready', key: `${group}:${this.#today()}`, group, subject },
      trx
    )
  }

  #today(): string {
    return new Date(this.timers.now()).toISOString().slice(0, 10)
  }
}
