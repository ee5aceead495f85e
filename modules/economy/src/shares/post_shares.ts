import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { runInBatches } from '#modules/kernel/batches'
import { tryLock } from '#modules/kernel/locks'
import { Timers } from '#plugins/contract/timers'

const linesPerBatch = 200
const creatorsPerBatch = 50

/**
 * Collects the shares of past hours into the creators' accounts of shares, then posts the whole rubies of each account once an hour. Each batch
 * is one transaction under one lock, so any number of processes may run this, and a killed one leaves the rest to the next run.
 */
@inject()
export class PostShares {
  constructor(
    private readonly db: Database,
    private readonly timers: Timers
  ) {}

  /** Returns the number of posted rubies. `at` replaces the database's clock in tests. */
  async run(signal?: AbortSignal, at: Date | null = null): Promise<number> {
    let posted = 0
    const options = { timers: this.timers, max: Infinity, signal }
    await runInBatches(() => this.#inTurn((trx) => collect(trx, at)), options)
    await runInBatches(
      () =>
        this.#inTurn(async (trx) => {
          const batch = await post(trx, at)
          posted += batch.rubies
          return batch.isLast
        }),
      options
    )
    return posted
  }

  /** Runs a batch, which returns true if it was the last. So does a batch while another process is working. */
  #inTurn(batch: (trx: TransactionClientContract) => Promise<boolean>): Promise<boolean> {
    return this.db.transaction(async (trx) => !(await tryLock(trx, 'economy.creator_shares')) || batch(trx))
  }
}

/** The start of the hour, by the database's clock. */
const hour = `date_trunc('hour', coalesce(:at::timestamptz, clock_timestamp()), 'UTC')`

const collect = async (trx: TransactionClientContract, at: Date | null): Promise<boolean> => {
  const { rows } = await trx.rawQuery<{ rows: [{ collected: number }] }>(
    `SELECT ledger_collect_shares(${hour}, :limit::int) AS collected`,
    { at: at as Date, limit: linesPerBatch }
  )
  return rows[0].collected < linesPerBatch
}

const post = async (trx: TransactionClientContract, at: Date | null): Promise<{ rubies: number; isLast: boolean }> => {
  const { rows } = await trx.rawQuery<{ rows: { rubies: string }[] }>(
    `-- all users: the hourly job
     WITH due AS MATERIALIZED (
       SELECT s.user_id FROM share_accounts s
       WHERE s.accrued - 100 * s.posted >= 100 AND s.posted_hour < ${hour}
         AND NOT EXISTS (SELECT FROM ruby_closings c WHERE c.user_id = s.user_id)
       ORDER BY s.user_id LIMIT :limit::int
     )
     SELECT ledger_post_share(user_id, ${hour}) AS rubies FROM due`,
    { at: at as Date, limit: creatorsPerBatch }
  )
  return { rubies: rows.reduce((sum, row) => sum + Number(row.rubies), 0), isLast: rows.length < creatorsPerBatch }
}
