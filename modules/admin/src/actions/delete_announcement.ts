import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { Json } from '../../api.ts'
import { announcementSubject, toBody } from '../announcements/announcement_state.ts'
import { SiteNotices } from '../announcements/site_notices.ts'
import { AuditLog } from '../audit/audit_log.ts'
import { AnnouncementRow } from '../tables/announcement_row.ts'

/** Deletes an announcement and records it. Returns false for an unknown one. */
@inject()
export class DeleteAnnouncement {
  constructor(
    private readonly db: Database,
    private readonly log: AuditLog,
    private readonly notices: SiteNotices
  ) {}

  async run(actorId: string, id: string): Promise<boolean> {
    const isDeleted = await this.db.transaction(async (trx) => {
      const row = await AnnouncementRow.query({ client: trx }).where('id', id).forUpdate().first()
      if (!row) return false
      const [subject, before] = [announcementSubject(id, row.text), toBody(row) as unknown as Json]
      await row.delete()
      await this.log.record({ actorId, kind: 'announcement_deleted', subject, before, after: null }, trx)
      await this.notices.notify(trx)
      return true
    })
    if (isDeleted) await this.notices.read()
    return isDeleted
  }
}
