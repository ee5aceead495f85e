import type { Database } from '@adonisjs/lucid/database'
import { eachRow, jsonList, type ExportSections } from '#modules/accounts/index'
import { nilUuid } from '#modules/kernel/ids'

/** Adds a user's reports, the decisions about the user and the appeals to the data export. */
export const exportModeration = (sections: ExportSections, db: Database) => {
  const add = (name: string, sql: string) =>
    sections.add(name, ({ id }) =>
      jsonList(
        eachRow<{ id: string }>(
          500,
          async (last, limit) =>
            (await db.rawQuery<{ rows: { id: string }[] }>(sql, [id, last?.id ?? nilUuid, limit])).rows
        )
      )
    )
  add(
    'reports',
    `SELECT r.id, thing_kind AS "kind", thing_id AS "thingId", r.reason, r.words, r.created_at AS "createdAt"
     FROM reports r JOIN report_cases c ON c.id = case_id
     WHERE reporter_id = ?::uuid AND r.id > ?::uuid ORDER BY r.id LIMIT ?::int`
  )
  add(
    'decisions',
    `SELECT d.id, d.kind, d.reason, d.words, d.until, d.created_at AS "createdAt", d.undone_at AS "undoneAt",
       a.words AS "appeal", a.outcome AS "appealOutcome"
     FROM report_decisions d LEFT JOIN report_appeals a ON a.decision_id = d.id
     WHERE subject_id = ?::uuid AND d.id > ?::uuid AND d.kind <> 'dismiss' ORDER BY d.id LIMIT ?::int`
  )
}
