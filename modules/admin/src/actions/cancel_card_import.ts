import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Jobs } from '#modules/jobs/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { AuditLog } from '../audit/audit_log.ts'
import { cardImportSubject } from '../audit/card_import_subject.ts'

/** Cancels an import. Cards that it has imported stay. A second request changes nothing. */
@inject()
export class CancelCardImport {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly log: AuditLog
  ) {}

  run(actorId: string, id: string): Promise<Result<null, { kind: 'unknown' | 'ended' }>> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: { files: number }[] }>(
        'SELECT jsonb_array_length(files) AS files FROM card_imports WHERE id = ?::uuid FOR UPDATE',
        [id]
      )
      if (!rows[0]) return fail({ kind: 'unknown' })
      const status = (await this.jobs.statuses([id], trx)).get(id)
      if (status?.isCanceling) return ok(null)
      if (!(await this.jobs.cancel(id, trx))) return fail({ kind: 'ended' })
      const subject = cardImportSubject(id, rows[0].files)
      await this.log.record({ actorId, kind: 'card_import_canceled', subject, before: null, after: null }, trx)
      return ok(null)
    })
  }
}
