import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { MarkedRead } from '../../api.ts'
import { repliesGroup } from '../domain/subjects.ts'
import { notifyChanges } from '../unread_changes.ts'
import { UnreadCounts } from '../unread_counts.ts'

/** Marks notifications as read, and tells the user's tabs. Idempotent. */
@inject()
export class MarkRead {
  constructor(
    private readonly db: Database,
    private readonly counts: UnreadCounts
  ) {}

  /** Marks a notification and the older unread ones of its group. Null for an unknown one. */
  async one(userId: string, id: string): Promise<MarkedRead | null> {
    const { rows } = await this.db.rawQuery<{ rows: { groupKey: string }[] }>(
      'SELECT group_key AS "groupKey" FROM notifications WHERE user_id = ?::uuid AND id = ?::uuid AND is_listed',
      [userId, id]
    )
    if (!rows[0]) return null
    const { groupKey } = rows[0]
    return this.#mark(userId, (trx) =>
      trx.rawQuery(
        `UPDATE notifications SET read_at = now()
         WHERE user_id = ?::uuid AND group_key = ? AND id <= ?::uuid AND read_at IS NULL AND is_listed`,
        [userId, groupKey, id]
      )
    )
  }

  /** Marks the finished replies of a chat. */
  repliesOf(userId: string, sessionId: string): Promise<MarkedRead> {
    return this.#mark(userId, (trx) =>
      trx.rawQuery(
        'UPDATE notifications SET read_at = now() WHERE user_id = ?::uuid AND group_key = ? AND read_at IS NULL AND is_listed',
        [userId, repliesGroup(sessionId)]
      )
    )
  }

  /** Marks all up to `upTo`, so that those that came meanwhile stay unread. */
  all(userId: string, upTo: string): Promise<MarkedRead> {
    return this.#mark(userId, (trx) =>
      trx.rawQuery(
        'UPDATE notifications SET read_at = now() WHERE user_id = ?::uuid AND id <= ?::uuid AND read_at IS NULL AND is_listed',
        [userId, upTo]
      )
    )
  }

  async #mark(
    userId: string,
    update: (trx: TransactionClientContract) => Promise<{ rowCount: number }>
  ): Promise<MarkedRead> {
    await this.db.transaction(async (trx) => {
      const { rowCount } = await update(trx)
      if (rowCount > 0) await notifyChanges([userId], trx)
    })
    return { unread: (await this.counts.readMany([userId])).get(userId) ?? 0 }
  }
}
