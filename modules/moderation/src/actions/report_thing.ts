import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '#modules/accounts/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { Reason, Thing } from '../../api.ts'
import { fileReport } from '../file_report.ts'
import { FiledReports } from '../filed_reports.ts'
import { ReportLimit } from '../rate_limits.ts'
import { Things } from '../things.ts'

interface Sent {
  user: CurrentUser
  thing: Thing
  reason: Reason
  words: string
  /** The messages that a report of an answer quotes. */
  messageIds: readonly string[]
}

export type ReportRefusal =
  { kind: 'too_many'; retryAfterSeconds: number } | { kind: 'unknown_thing' | 'own_thing' | 'reported_already' }

/** Reports a thing. All reports of a thing make one case until it is decided. Only stored reports count towards the limit. */
@inject()
export class ReportThing {
  constructor(
    private readonly db: Database,
    private readonly things: Things,
    private readonly limit: ReportLimit,
    private readonly reports: FiledReports
  ) {}

  async run(sent: Sent): Promise<Result<null, ReportRefusal>> {
    const { user, thing, messageIds } = sent
    const retryAfterSeconds = await this.limit.count(user.id)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many', retryAfterSeconds })
    let isStored = false
    try {
      const found = await this.things.find(user, thing, messageIds)
      if (!found) return fail({ kind: 'unknown_thing' })
      // Users may report answers of their own characters, which a model writes.
      if (found.authorId === user.id && thing.kind !== 'answer') return fail({ kind: 'own_thing' })
      const { reason, words } = sent
      const report = { thing, found, reporterId: user.id, reason, words }
      isStored = await this.db.transaction(async (trx) => {
        const reportId = await fileReport(report, trx)
        if (reportId !== null) await this.reports.filed.run({ reportId, thingKind: thing.kind, reason }, trx)
        return reportId !== null
      })
      return isStored ? ok(null) : fail({ kind: 'reported_already' })
    } finally {
      if (!isStored) await this.limit.uncount(user.id)
    }
  }
}
