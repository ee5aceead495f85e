import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * Removes a deleted account from reports: cases about its things with everything in them, and its name from others. Cases about
 * answers quote the reporter's own chat, so they are removed, too. Idempotent.
 */
export const forgetPerson = async (userId: string, trx: TransactionClientContract) => {
  await trx.rawQuery(
    `DELETE FROM report_cases WHERE author_id = :userId::uuid OR (thing_kind = 'answer' AND id IN (
       SELECT case_id FROM reports WHERE reporter_id = :userId::uuid
     ))`,
    { userId }
  )
  await trx.rawQuery(`UPDATE reports SET reporter_id = NULL, words = '' WHERE reporter_id = ?::uuid`, [userId])
  await trx.rawQuery('UPDATE report_decisions SET moderator_id = NULL WHERE moderator_id = ?::uuid', [userId])
  await trx.rawQuery('UPDATE report_decisions SET undone_by = NULL WHERE undone_by = ?::uuid', [userId])
  await trx.rawQuery('UPDATE report_appeals SET decided_by = NULL WHERE decided_by = ?::uuid', [userId])
}
