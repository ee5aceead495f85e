import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { BulkImports, WorkFolder, type BulkCounts, type BulkOutcome } from '#modules/cards/index'
import { JobInterrupted, type JobRun } from '#modules/jobs/index'
import { ImportUploads } from '../uploads/import_uploads.ts'

export const cardImportKind = 'card_import'

export interface CardImportProgress {
  /** The processed share of the import's bytes, from 0 to 1. */
  share: number
  counts: BulkCounts
}

/** The maximum number of refused entries of one JSON list that the report names. The counts include all entries. */
const entriesPerListMax = 10_000

/**
 * The job of an import. After each batch of files, it saves the report and the progress in one transaction. A later run skips these files,
 * and finds the files of an unsaved batch as duplicates.
 */
@inject()
export class RunCardImport {
  constructor(
    private readonly db: Database,
    private readonly bulk: BulkImports,
    private readonly uploads: ImportUploads,
    private readonly workFolder: WorkFolder
  ) {}

  async run(job: JobRun<object, CardImportProgress>) {
    const { db, workFolder } = this
    const { rows } = await db.rawQuery<{ rows: { actorId: string; files: { name: string }[] }[] }>(
      'SELECT actor_id AS "actorId", files FROM card_imports WHERE id = ?::uuid AND removed_at IS NULL',
      [job.id]
    )
    // The import's files were removed.
    if (!rows[0]) return
    const { actorId, files } = rows[0]
    await workFolder.use((folder) => this.#import(job, { actorId, files, folder }))
  }

  async #import(
    job: JobRun<object, CardImportProgress>,
    { actorId, files, folder }: { actorId: string; files: { name: string }[]; folder: string }
  ) {
    const { bulk, uploads } = this
    const done = await this.#finishedFiles(job.id)
    const before = job.progress?.counts
    const paths: { path: string; name: string }[] = []
    for (const [n, { name }] of files.entries())
      paths.push({ path: await uploads.fetch(job.id, n, folder, job.signal), name })
    let outcomes: BulkOutcome[] = []
    let entries = 0
    await bulk.run({
      paths,
      ownerId: actorId,
      signal: job.signal,
      isDone: (file) => done.has(file),
      onOutcome: (outcome) => {
        entries = outcome.entry === null ? 0 : entries + 1
        if (entries <= entriesPerListMax) outcomes.push(outcome)
      },
      onFinished: async (finished, share, counts) => {
        await this.#save(job, { actorId, finished, outcomes, progress: { share, counts: sumOf(before, counts) } })
        outcomes = []
      },
    })
  }

  async #save(
    job: JobRun<object, CardImportProgress>,
    saved: {
      actorId: string
      finished: readonly string[]
      outcomes: readonly BulkOutcome[]
      progress: CardImportProgress
    }
  ) {
    const reported = new Set(saved.outcomes.map(({ file }) => file))
    const lines = [
      ...saved.outcomes.map((outcome) => ({ file: outcome.file, outcome: JSON.stringify(outcome) })),
      ...saved.finished.filter((file) => !reported.has(file)).map((file) => ({ file, outcome: null })),
    ]
    await this.db.transaction(async (trx) => {
      await job.save(saved.progress, trx)
      // Locks the import, so that no report is left behind when the admin's account is deleted.
      const { rows } = await trx.rawQuery(
        'SELECT id FROM card_imports WHERE id = ?::uuid AND removed_at IS NULL AND actor_id = ?::uuid FOR SHARE',
        [job.id, saved.actorId]
      )
      if (rows.length === 0) throw new JobInterrupted('canceled')
      // Outcomes are nested as text, because PostgreSQL rejects escaped NULs in the JSON that it decodes, and cards may contain them.
      await trx.rawQuery(
        `INSERT INTO card_import_files (import_id, file, outcome)
         SELECT ?::uuid, file, outcome::json FROM json_to_recordset(?::json) AS line (n int, file text, outcome text) ORDER BY n`,
        [job.id, JSON.stringify(lines.map((line, n) => ({ n, ...line })))]
      )
    })
  }

  async #finishedFiles(importId: string): Promise<Set<string>> {
    const { rows } = await this.db.rawQuery<{ rows: { file: string }[] }>(
      'SELECT DISTINCT file FROM card_import_files WHERE import_id = ?::uuid',
      [importId]
    )
    return new Set(rows.map(({ file }) => file))
  }
}

const sumOf = (before: BulkCounts | undefined, counts: BulkCounts): BulkCounts =>
  before
    ? {
        imported: before.imported + counts.imported,
        doubles: before.doubles + counts.doubles,
        refused: before.refused + counts.refused,
        total: before.total + counts.total,
      }
    : counts
