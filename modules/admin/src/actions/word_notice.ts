import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { waitForLock } from '#modules/kernel/locks'
import type { NoticeBody } from '../../api.ts'
import { SiteNotices } from '../announcements/site_notices.ts'
import { AuditLog } from '../audit/audit_log.ts'
import { MachineNoticeRow } from '../tables/machine_notice_row.ts'

/** Words the notice that a machine writes, or returns to that of the configuration with null, and records it. */
@inject()
export class WordNotice {
  constructor(
    private readonly db: Database,
    private readonly log: AuditLog,
    private readonly notices: SiteNotices
  ) {}

  async run(actorId: string, after: NoticeBody | null): Promise<void> {
    await this.db.transaction(async (trx) => {
      await waitForLock(trx, 'admin.machine_notice')
      const row = await MachineNoticeRow.query({ client: trx }).first()
      const before = row && toBody(row)
      if (JSON.stringify(before) === JSON.stringify(after)) return
      if (after) await (row ?? new MachineNoticeRow()).useTransaction(trx).merge(after).save()
      else await row!.delete()
      const subject = { type: 'site', id: null, name: '' } as const
      await this.log.record({ actorId, kind: 'notice_changed', subject, before, after: after && { ...after } }, trx)
      await this.notices.notify(trx)
    })
    // This process answers its caller with the new state at once.
    await this.notices.read()
  }
}

const toBody = ({ text, talkMinutes, pauseMinutes }: MachineNoticeRow) => ({ text, talkMinutes, pauseMinutes })
