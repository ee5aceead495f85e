import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { runInBatches } from '#modules/kernel/batches'
import { nilUuid } from '#modules/kernel/ids'
import { Timers } from '#plugins/contract/timers'
import { limits } from '../../api.ts'

/** Rows of a batch, and users of a batch. */
const rowsAtOnce = 500
const usersAtOnce = 100
const batchesMax = 1_000_000

/** Deletes old notifications, and the oldest ones of users who have too many. */
@inject()
export class PurgeNotifications {
  constructor(
    private readonly db: Database,
    private readonly timers: Timers
  ) {}

  async run(signal?: AbortSignal): Promise<void> {
    const options = { timers: this.timers, max: batchesMax, signal }
    await runInBatches(async () => (await this.#deleteOld()) < rowsAtOnce, options)
    let afterId: string | null = nilUuid
    await runInBatches(async () => {
      afterId = await this.#deleteSurplus(afterId!)
      return afterId === null
    }, options)
  }

  async #deleteOld(): Promise<number> {
    const { rowCount } = await this.db.rawQuery<{ rowCount: number }>(
      `-- all users: old notifications
       DELETE FROM notifications USING (
         SELECT user_id, id FROM notifications WHERE created_at < now() - make_interval(days => ?::int)
         ORDER BY created_at LIMIT ?::int
       ) AS old WHERE notifications.user_id = old.user_id AND notifications.id = old.id`,
      [limits.keptDays, rowsAtOnce]
    )
    return rowCount
  }

  /** Looks at the next users after an id. Returns the last of them, or null at the end. Each user costs an index scan, not one for each row. */
  async #deleteSurplus(afterId: string): Promise<string | null> {
    const { rows } = await this.db.rawQuery<{ rows: [{ last: string | null }] }>(
      `-- all users: those who have too many
       WITH RECURSIVE walked AS (
         (SELECT user_id FROM notifications WHERE user_id > :afterId::uuid ORDER BY user_id LIMIT 1)
         UNION ALL
         SELECT (SELECT user_id FROM notifications following WHERE following.user_id > walked.user_id ORDER BY user_id LIMIT 1)
         FROM walked WHERE walked.user_id IS NOT NULL
       ), page AS MATERIALIZED (
         SELECT user_id FROM walked WHERE user_id IS NOT NULL LIMIT :users::int
       ), surplus AS (
         SELECT user_id, (
           SELECT id FROM notifications WHERE notifications.user_id = page.user_id ORDER BY id DESC OFFSET :kept::int LIMIT 1
         ) AS last FROM page
       ), gone AS (
         DELETE FROM notifications USING surplus WHERE notifications.user_id = surplus.user_id AND id <= surplus.last
       )
       SELECT (array_agg(user_id ORDER BY user_id DESC))[1] AS last FROM page`,
      { afterId, users: usersAtOnce, kept: limits.perUser }
    )
    return rows[0].last
  }
}
