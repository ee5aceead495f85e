import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { limits } from '../../api.ts'

const rowsPerRun = 500

/**
 * Deletes cases half a year after they were closed, when nothing about them can change any more. The audit log keeps the decisions. Cases of
 * disabled accounts stay, because their statements are what these people can still read, but without contacts of notices. Notices that
 * weren't confirmed in time are deleted, too.
 */
@inject()
export class PurgeCases {
  constructor(private readonly db: Database) {}

  async run() {
    await this.db.rawQuery(
      `DELETE FROM report_cases WHERE id IN (
         SELECT id FROM report_cases WHERE state = 'closed' AND queued_at < now() - make_interval(days => ?::int)
           AND NOT EXISTS (
             SELECT FROM report_decisions WHERE case_id = report_cases.id AND kind = 'ban' AND undone_at IS NULL
           )
         ORDER BY queued_at LIMIT ?::int FOR UPDATE SKIP LOCKED
       )`,
      [limits.appealDays, rowsPerRun]
    )
    await this.db.rawQuery(
      `UPDATE public_notices SET sealed_contact = NULL
       FROM reports JOIN report_cases ON report_cases.id = case_id
       WHERE reports.id = report_id AND sealed_contact IS NOT NULL
         AND state = 'closed' AND queued_at < now() - make_interval(days => ?::int)`,
      [limits.appealDays]
    )
    await this.db.rawQuery(
      `DELETE FROM public_notices WHERE report_id IS NULL AND created_at < now() - make_interval(days => ?::int)`,
      [limits.confirmDays]
    )
  }
}
