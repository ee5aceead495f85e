import type { Database } from '@adonisjs/lucid/database'
import type { Timers } from '#plugins/contract/timers'
import { earliestIdAt } from '#modules/kernel/ids'

const dayMs = 24 * 60 * 60_000

const rowsPerBatch = 1_000
/** Limits a run. The next run continues with the rest. */
const batchesPerRun = 200

/** Removes the prompts of replies that began more than `keptDays` days ago. A text is removed when no prompt of these days has used it. */
export const purgePrompts = async (
  db: Database,
  { keptDays, timers }: { keptDays: number; timers: Timers },
  signal?: AbortSignal
) => {
  const batches: [sql: string, before: string | number][] = [
    [
      `DELETE FROM kept_prompts WHERE reply_id IN (
         SELECT reply_id FROM kept_prompts WHERE reply_id < ?::uuid ORDER BY reply_id LIMIT ? FOR UPDATE SKIP LOCKED
       )`,
      earliestIdAt(timers.now() - keptDays * dayMs),
    ],
    [
      `DELETE FROM prompt_texts WHERE (chat_session_id, hash) IN (
         SELECT chat_session_id, hash FROM prompt_texts WHERE used_on < current_date - ?::int - 1 ORDER BY used_on LIMIT ?
         FOR UPDATE SKIP LOCKED
       )`,
      keptDays,
    ],
  ]
  for (const [sql, before] of batches)
    for (let count = 0; count < batchesPerRun && !signal?.aborted; count++) {
      const { rowCount } = await db.rawQuery<{ rowCount: number }>(sql, [before, rowsPerBatch])
      if (rowCount < rowsPerBatch) break
    }
}
