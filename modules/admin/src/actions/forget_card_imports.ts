import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Jobs } from '#modules/jobs/index'
import { nilUuid } from '#modules/kernel/ids'

/** Cancels a closing account's imports and removes their reports. A later sweep removes the uploaded files. */
export const forgetCardImports = async (userId: string, jobs: Jobs, trx: TransactionClientContract) => {
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `UPDATE card_imports SET actor_id = ?::uuid, files = '[]' WHERE actor_id = ?::uuid RETURNING id`,
    [nilUuid, userId]
  )
  for (const { id } of rows) await jobs.cancel(id, trx)
  await trx.rawQuery('DELETE FROM card_import_files WHERE import_id = ANY (?::uuid[])', [rows.map(({ id }) => id)])
}
