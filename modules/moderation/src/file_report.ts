import { isDeepStrictEqual } from 'node:util'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { newId } from '#modules/kernel/ids'
import { limits, type Reason, type Snapshot, type Thing } from '../api.ts'
import { ReportRow } from './tables/report_row.ts'
import type { FoundThing } from './things.ts'

interface Filed {
  thing: Thing
  found: FoundThing
  /** Null for a person without an account. */
  reporterId: string | null
  reason: Reason
  words: string
  /** When the case should be decided. A case keeps an earlier time. */
  dueHours?: number
}

/**
 * Adds a report to the open case of its thing, or opens one. Returns the report's id. Null if the user has reported the thing since it was
 * last decided.
 */
export const fileReport = async (
  { thing, found, reporterId, reason, words, dueHours = limits.dueDays * 24 }: Filed,
  trx: TransactionClientContract
): Promise<string | null> => {
  const { snapshot, authorId, characterId } = found
  // Also locks an existing case, so that reports see each other's snapshots.
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `INSERT INTO report_cases (thing_kind, thing_id, title, character_id, author_id, reason, queued_at)
     VALUES (?, ?, ?, ?::uuid, ?::uuid, ?, now() + make_interval(hours => ?::int))
     ON CONFLICT (thing_kind, thing_id) WHERE state = 'open'
       DO UPDATE SET title = excluded.title, queued_at = least(report_cases.queued_at, excluded.queued_at)
     RETURNING id`,
    [thing.kind, thing.id, snapshot.title, characterId, authorId, reason, dueHours] as never
  )
  const caseId = rows[0]!.id
  const earlier = await trx.rawQuery<{ rows: { reporterId: string | null; snapshot: Snapshot | null }[] }>(
    `SELECT reporter_id AS "reporterId", snapshot FROM reports
     WHERE case_id = ?::uuid AND (reporter_id = ?::uuid OR id = (
       SELECT id FROM reports WHERE case_id = ?::uuid AND snapshot IS NOT NULL ORDER BY id DESC LIMIT 1
     ))`,
    [caseId, reporterId, caseId] as never
  )
  if (reporterId !== null && earlier.rows.some((report) => report.reporterId === reporterId)) return null
  const isSame = earlier.rows.some((report) => isDeepStrictEqual(report.snapshot, snapshot))
  const id = newId()
  await ReportRow.create({ id, caseId, reporterId, reason, words, snapshot: isSame ? null : snapshot }, { client: trx })
  await trx.rawQuery('UPDATE report_cases SET reports = reports + 1 WHERE id = ?::uuid', [caseId])
  return id
}
