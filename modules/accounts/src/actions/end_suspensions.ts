import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Accounts } from '../../index.ts'

const accountsPerRun = 50

/** Enables accounts whose suspension has ended. Row locks assign each account to one process. A failed account is retried in the next run. */
@inject()
export class EndSuspensions {
  constructor(
    private readonly db: Database,
    private readonly accounts: Accounts
  ) {}

  async run() {
    const { rows } = await this.db.rawQuery<{ rows: { id: string }[] }>(
      'SELECT id FROM users WHERE disabled_until <= now() ORDER BY disabled_until LIMIT ?::int',
      [accountsPerRun]
    )
    for (const { id } of rows) await this.#end(id)
  }

  async #end(userId: string) {
    await this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
        'SELECT FROM users WHERE id = ?::uuid AND disabled_until <= now() FOR NO KEY UPDATE SKIP LOCKED',
        [userId]
      )
      if (rows.length > 0) await this.accounts.setDisabled(userId, false, trx)
    })
  }
}
