import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { AccountHooks } from '../account_hooks.ts'

/** Longer than any request from before the deletion can take. */
const sweptAfterMinutes = 10
const accountsPerRun = 50

/**
 * Runs the `closing` listeners again some minutes after a deletion, because a request that started before it may have saved data after it.
 * Row locks assign each account to one process. A failed account is retried in the next run.
 */
@inject()
export class SweepClosedAccounts {
  constructor(
    private readonly db: Database,
    private readonly hooks: AccountHooks
  ) {}

  async run() {
    const { rows } = await this.db.rawQuery<{ rows: { user_id: string }[] }>(
      `SELECT user_id FROM closed_accounts WHERE closed_at < clock_timestamp() - make_interval(mins => ?::int)
       ORDER BY random() LIMIT ?::int`,
      [sweptAfterMinutes, accountsPerRun]
    )
    for (const { user_id: userId } of rows) await this.#sweep(userId)
  }

  async #sweep(userId: string) {
    await this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
        'SELECT FROM closed_accounts WHERE user_id = ?::uuid FOR UPDATE SKIP LOCKED',
        [userId]
      )
      if (rows.length === 0) return
      await this.hooks.closing.runInReverse({ userId }, trx)
      await trx.rawQuery('DELETE FROM closed_accounts WHERE user_id = ?::uuid', [userId])
    })
  }
}
