import type { Database } from '@adonisjs/lucid/database'
import { runInBatches } from '#modules/kernel/batches'
import type { Timers } from '#plugins/contract/timers'

const rowsPerBatch = 200
/** Limits a run. The next run continues with the rest. */
const batchesPerRun = 1_000

/** Deletes jobs that ended more than 30 days ago. */
export const purgeJobs = (db: Database, timers: Timers, signal?: AbortSignal) =>
  runInBatches(
    async () => {
      const { rowCount } = await db.rawQuery<{ rowCount: number }>(
        `DELETE FROM jobs WHERE id IN (
           SELECT id FROM jobs WHERE finished_at < now() - interval '30 days' LIMIT ? FOR UPDATE SKIP LOCKED
         )`,
        [rowsPerBatch]
      )
      return rowCount < rowsPerBatch
    },
    { timers, max: batchesPerRun, signal }
  )
