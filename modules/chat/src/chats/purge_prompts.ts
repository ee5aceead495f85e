import type { Database } from '@adonisjs/lucid/database'

const rowsPerBatch = 1_000
/** Limits a run. The next run continues with the rest. */
const batchesPerRun = 200

/** Removes the prompts that were kept more than `keptDays` days ago. A text is removed when no prompt of these days has used it. */
export const purgePrompts = async (db: Database, { keptDays }: { keptDays: number }, signal?: AbortSignal) => {
  const batches = [
    `DELETE FROM kept_prompts WHERE reply_id IN (
       SELECT reply_id FROM kept_prompts WHERE kept_on < current_date - ?::int ORDER BY kept_on LIMIT ? FOR UPDATE SKIP LOCKED
     )`,
    `DELETE FROM prompt_texts WHERE (chat_session_id, hash) IN (
       SELECT chat_session_id, hash FROM prompt_texts WHERE used_on < current_date - ?::int - 1 ORDER BY used_on LIMIT ?
       FOR UPDATE SKIP LOCKED
     )`,
  ]
  for (const sql of batches)
    for (let count = 0; count < batchesPerRun && !signal?.aborted; count++) {
      const { rowCount } = await db.rawQuery<{ rowCount: number }>(sql, [keptDays, rowsPerBatch])
      if (rowCount < rowsPerBatch) break
    }
}
