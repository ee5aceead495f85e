import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Accounts } from '#modules/accounts/index'
import { Talkers } from '#modules/chat/index'
import { Follows } from '#modules/community/index'
import { Blocks, Gallery } from '#modules/gallery/index'
import { Jobs, type JobRun } from '#modules/jobs/index'
import { nilUuid } from '#modules/kernel/ids'
import { runInBatches } from '#modules/kernel/batches'
import { Timers } from '#plugins/contract/timers'
import { FanOuts, Notifications, type Audience, type FanOutOrder } from '../index.ts'

export const fanOutKind = 'fan_out_notifications'

const pageSize = 1_000
/** Pages of one run of the job. The next run would continue, but no audience is that large. */
const pagesMax = 1_000_000
/** Chats without a message for this long no longer count. */
const talkedWithinDays = 90

interface Progress {
  /** The last user of the last page. */
  afterId: string
  added: number
}

/**
 * Notifies all people of an audience, page by page. Each page is saved together with the progress of the job, and a person has each key once,
 * so a job that another process takes over notifies nobody twice.
 */
@inject()
export class FanOut extends FanOuts {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly notifications: Notifications,
    private readonly accounts: Accounts,
    private readonly follows: Follows,
    private readonly talkers: Talkers,
    private readonly gallery: Gallery,
    private readonly blocks: Blocks,
    private readonly timers: Timers
  ) {
    super()
  }

  async begin(order: FanOutOrder, ownerId: string, trx: TransactionClientContract): Promise<void> {
    await this.jobs.enqueue({ kind: fanOutKind, ownerId, payload: order }, trx)
  }

  async run({ payload, progress, save, signal }: JobRun<FanOutOrder, Progress>): Promise<void> {
    const { audience, notification } = payload
    let { afterId, added } = progress ?? { afterId: nilUuid, added: 0 }
    await runInBatches(
      async () => {
        signal.throwIfAborted()
        const userIds = (await this.#isGone(audience)) ? [] : await this.#page(audience, afterId)
        if (userIds.length === 0) return true
        const recipients = await this.#recipients(audience, userIds)
        const isFirst = afterId === nilUuid
        afterId = userIds.at(-1)!
        return this.db.transaction(async (trx) => {
          const counts = await this.notifications.addMany(
            recipients.map((userId) => ({ userId, ...notification })),
            trx
          )
          added += counts.added
          await save({ afterId, added }, trx)
          // An earlier job has notified everyone of the same, such as of another version on the same day.
          return isFirst && counts.added === 0 && counts.repeated > 0
        })
      },
      { timers: this.timers, max: pagesMax, signal }
    )
    signal.throwIfAborted()
  }

  #page(audience: Audience, afterId: string): Promise<readonly string[]> {
    switch (audience.of) {
      case 'followers':
        return this.follows.followersOf(audience.creatorId, afterId, pageSize)
      case 'talkers':
        return this.talkers.of(audience.characterId, { withinDays: talkedWithinDays, afterId, limit: pageSize })
      default:
        return this.accounts.idsAfter(afterId, pageSize, { isAdmin: audience.of === 'admins' })
    }
  }

  /** Leaves out the creator, and people who block the creator or are blocked by them. */
  async #recipients(audience: Audience, userIds: readonly string[]): Promise<string[]> {
    if (!('creatorId' in audience)) return [...userIds]
    const blocked = await this.blocks.between(audience.creatorId, userIds)
    return userIds.filter((id) => id !== audience.creatorId && !blocked.has(id))
  }

  /** Whether the character has been deleted or made private meanwhile. */
  async #isGone(audience: Audience): Promise<boolean> {
    if (!('characterId' in audience)) return false
    const anyone = { id: nilUuid, isAdmin: false, limitlessEnabled: true }
    return (await this.gallery.find(audience.characterId, anyone)) === null
  }
}
