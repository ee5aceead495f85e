import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Takes a case out of the queue, unless an appeal against one of its decisions is open. */
export const closeCase = async (caseId: string, trx: TransactionClientContract) => {
  await trx.rawQuery(
    `UPDATE report_cases SET state = 'closed', queued_at = now()
     WHERE id = ?::uuid AND NOT EXISTS (
       SELECT FROM report_appeals JOIN report_decisions decision ON decision.id = decision_id
       WHERE decision.case_id = report_cases.id AND outcome IS NULL
     )`,
    [caseId]
  )
}
