import type { Database } from '@adonisjs/lucid/database'
import type { Timers } from '#plugins/contract/timers'
import { runInBatches } from '#modules/kernel/batches'
import { earliestIdAt, nilUuid } from '#modules/kernel/ids'

const dayMs = 24 * 60 * 60_000

const rowsPerBatch = 200
/** Limits a run. The next run continues with the rest. */
const batchesPerRun = 1_000

/** Removes the prompts of replies that began more than `keptDays` days ago. A text is removed when no prompt of these days has used it. */
export const purgePrompts = async (
  db: Database,
  { keptDays, timers }: { keptDays: number; timers: Timers },
  signal?: AbortSignal
) => {
  const earliest = earliestIdAt(timers.now() - keptDays * dayMs)
  let from = nilUuid
  const batches = [
    // Prompts are read by their users, because their key begins with the user. The next batch continues with the last user.
    async () => {
      const { rows } = await db.rawQuery<{ rows: { user_id: string }[] }>(
        `-- all users: prompts that are no longer kept
         DELETE FROM kept_prompts WHERE (user_id, reply_id) IN (
           SELECT user_id, reply_id FROM kept_prompts WHERE user_id >= ?::uuid AND reply_id < ?::uuid
           ORDER BY user_id, reply_id LIMIT ? FOR UPDATE SKIP LOCKED
         ) RETURNING user_id`,
        [from, earliest, rowsPerBatch]
      )
      for (const { user_id: userId } of rows) if (userId > from) from = userId
      return rows.length
    },
    async () => {
      const { rowCount } = await db.rawQuery<{ rowCount: number }>(
        `-- all users: texts that no kept prompt has used
         DELETE FROM prompt_texts WHERE (user_id, chat_session_id, hash) IN (
           SELECT user_id, chat_session_id, hash FROM prompt_texts WHERE used_on < current_date - ?::int - 1
           ORDER BY used_on LIMIT ? FOR UPDATE SKIP LOCKED
         )`,
        [keptDays, rowsPerBatch]
      )
      return rowCount
    },
  ]
  for (const purge of batches)
    await runInBatches(async () => (await purge()) < rowsPerBatch, { timers, max: batchesPerRun, signal })
}
