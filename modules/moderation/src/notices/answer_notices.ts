import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Mail } from '#modules/mail/index'
import { answerMail, type AnswerDetails } from './notice_mails.ts'

/** Answers the notices of a case by mail. */
@inject()
export class AnswerNotices {
  constructor(private readonly mail: Mail) {}

  async run(caseId: string, answer: Omit<AnswerDetails, 'noticeId'>, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
      `SELECT public_notices.id FROM public_notices JOIN reports ON reports.id = report_id
       WHERE case_id = ?::uuid AND confirmed_at IS NOT NULL`,
      [caseId]
    )
    for (const { id: noticeId } of rows)
      await this.mail.enqueue<AnswerDetails>({ kind: answerMail, userId: null, details: { noticeId, ...answer } }, trx)
  }
}
