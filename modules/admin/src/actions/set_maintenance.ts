import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { waitForLock } from '#modules/kernel/locks'
import { isLonger } from '#modules/kernel/text'
import { limits } from '../../api.ts'
import { SiteNotices } from '../announcements/site_notices.ts'
import { AuditLog } from '../audit/audit_log.ts'
import { MaintenanceRow } from '../tables/maintenance_row.ts'

/** Begins, words or ends the maintenance on behalf of the operator, and records it. */
@inject()
export class SetMaintenance {
  constructor(
    private readonly db: Database,
    private readonly log: AuditLog,
    private readonly notices: SiteNotices
  ) {}

  async run(sentence: string | null): Promise<'changed' | 'unchanged' | 'too_long'> {
    if (sentence !== null && isLonger(sentence, limits.maintenanceSentenceMax)) return 'too_long'
    const isChanged = await this.db.transaction(async (trx) => {
      await waitForLock(trx, 'admin.maintenance')
      const row = await MaintenanceRow.query({ client: trx }).first()
      const before = row?.sentence ?? null
      if (before === sentence) return false
      if (sentence === null) await row!.delete()
      else await (row ?? new MaintenanceRow()).useTransaction(trx).merge({ sentence }).save()
      await this.log.record(
        {
          actorId: null,
          kind: sentence === null ? 'maintenance_ended' : 'maintenance_started',
          subject: { type: 'site', id: null, name: '' },
          before: before === null ? null : { sentence: before },
          after: sentence === null ? null : { sentence },
        },
        trx
      )
      await this.notices.notify(trx)
      return true
    })
    await this.notices.read()
    return isChanged ? 'changed' : 'unchanged'
  }
}
