import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Jobs } from '#modules/jobs/index'
import { ImportUploads } from '../uploads/import_uploads.ts'

/** Longer than an upload takes. */
const uploadHours = 6
const importsPerRun = 100

/** Removes the uploaded files of imports that have ended, and imports that ended 30 days ago. Several processes may run it at once. */
@inject()
export class SweepCardImports {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly uploads: ImportUploads
  ) {}

  async run(signal: AbortSignal) {
    const { rows } = await this.db.rawQuery<{ rows: { id: string; isOld: boolean }[] }>(
      `SELECT id, created_at < now() - make_interval(hours => ?::int) AS "isOld"
       FROM card_imports WHERE removed_at IS NULL ORDER BY id LIMIT ?::int`,
      [uploadHours, importsPerRun]
    )
    const statuses = await this.jobs.statuses(rows.map(({ id }) => id))
    for (const { id, isOld } of rows) {
      if (signal.aborted) return
      const status = statuses.get(id)
      // If there is no job, the upload was cut off or is still arriving.
      if (status ? status.finishedAt !== null : isOld) await this.#removeFiles(id)
    }
    await this.#removeOld()
  }

  async #removeFiles(id: string) {
    await this.uploads.remove(id)
    await this.db.rawQuery('UPDATE card_imports SET removed_at = now() WHERE id = ?::uuid', [id])
  }

  /** Removes imports whose jobs were deleted. Jobs are kept for 30 days after their end. */
  async #removeOld() {
    const { rows } = await this.db.rawQuery<{ rows: { id: string }[] }>(
      `SELECT id FROM card_imports
       WHERE removed_at IS NOT NULL AND created_at < now() - interval '30 days' ORDER BY id LIMIT ?::int`,
      [importsPerRun]
    )
    const statuses = await this.jobs.statuses(rows.map(({ id }) => id))
    const gone = rows.map(({ id }) => id).filter((id) => !statuses.has(id))
    await this.db.rawQuery('DELETE FROM card_imports WHERE id = ANY (?::uuid[])', [gone])
  }
}
