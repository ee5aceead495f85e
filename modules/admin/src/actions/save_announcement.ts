import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { newId } from '#modules/kernel/ids'
import { waitForLock } from '#modules/kernel/locks'
import { fail, ok, type Result } from '#modules/kernel/result'
import { limits, type Json } from '../../api.ts'
import { announcementSubject, toBody, type AnnouncementState } from '../announcements/announcement_state.ts'
import { SiteNotices } from '../announcements/site_notices.ts'
import { AuditLog } from '../audit/audit_log.ts'
import { AnnouncementRow } from '../tables/announcement_row.ts'

interface Saved {
  actorId: string
  /** Null: a new one. */
  id: string | null
  state: AnnouncementState
}

export type SaveRefusal = { kind: 'unknown_announcement' } | { kind: 'too_many_announcements' }

/** Creates or changes an announcement, and records it. */
@inject()
export class SaveAnnouncement {
  constructor(
    private readonly db: Database,
    private readonly log: AuditLog,
    private readonly notices: SiteNotices
  ) {}

  async run({ actorId, id, state }: Saved): Promise<Result<AnnouncementRow, SaveRefusal>> {
    const saved = await this.db.transaction(async (trx) => {
      await waitForLock(trx, 'admin.announcements')
      const query = AnnouncementRow.query({ client: trx })
      const old = id === null ? null : await query.where('id', id).first()
      if (id !== null && !old) return fail({ kind: 'unknown_announcement' as const })
      if (!old && (await AnnouncementRow.query({ client: trx }).select('id')).length >= limits.announcementsMax)
        return fail({ kind: 'too_many_announcements' as const })
      const before = old && toBody(old)
      if (old && JSON.stringify(before) === JSON.stringify(toBody(state))) return ok(old)
      const row = old ?? new AnnouncementRow().fill({ id: newId() })
      row.useTransaction(trx)
      await row.merge(state).save()
      await this.log.record(
        {
          actorId,
          kind: old ? 'announcement_changed' : 'announcement_created',
          subject: announcementSubject(row.id, row.text),
          before: before as Json,
          after: toBody(row) as unknown as Json,
        },
        trx
      )
      await this.notices.notify(trx)
      return ok(row)
    })
    // This process answers its caller with the new state at once.
    if (saved.ok) await this.notices.read()
    return saved
  }
}
