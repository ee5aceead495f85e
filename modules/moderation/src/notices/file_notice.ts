import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppSettings } from '#modules/kernel/settings'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { limits, type Thing } from '../../api.ts'
import { thingAt } from '../domain/locations.ts'
import { snapshotOf } from '../domain/snapshots.ts'
import { fileReport } from '../file_report.ts'
import { FiledReports } from '../filed_reports.ts'
import { PublicNoticeRow } from '../tables/public_notice_row.ts'
import { Things, type FoundThing } from '../things.ts'

interface Place {
  thing: Thing
  found: FoundThing
}

/** Puts notices into the queue: into the case of the thing that the place leads to, or into one of their own. */
@inject()
export class FileNotice {
  constructor(
    private readonly things: Things,
    private readonly app: AppSettings,
    private readonly reports: FiledReports
  ) {}

  /** Idempotent. `place` comes from before the transaction, because it reads with connections of its own. */
  async run(noticeId: string, { thing, found }: Place, trx: TransactionClientContract) {
    const { rows } = await trx.rawQuery<{ rows: Attributes<PublicNoticeRow>[] }>(
      `SELECT ${attributesOf(PublicNoticeRow)} FROM public_notices WHERE id = ?::uuid FOR UPDATE`,
      [noticeId]
    )
    const [notice] = rows
    if (!notice || notice.reportId !== null) return
    const { kind, words } = notice
    const dueHours = kind === 'intimate' ? limits.intimateDueHours : undefined
    const reportId = await fileReport({ thing, found, reporterId: null, reason: kind, words, dueHours }, trx)
    await trx.rawQuery('UPDATE public_notices SET report_id = ?::uuid WHERE id = ?::uuid', [reportId!, noticeId])
    await this.reports.filed.run({ reportId: reportId!, thingKind: thing.kind, reason: kind }, trx)
  }

  /** Returns the thing that a location leads to, or the notice itself. */
  async placeOf(noticeId: string, location: string): Promise<Place> {
    const thing = thingAt(location, this.app.appUrl)
    const found = thing && (await this.things.findAny(thing))
    if (thing && found) return { thing, found }
    const snapshot = snapshotOf({ title: 'Notice by the public form', texts: [{ label: 'Where', text: location }] })
    return { thing: { kind: 'notice', id: noticeId }, found: { snapshot, authorId: null, characterId: null } }
  }
}
