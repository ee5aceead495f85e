import { stat } from 'node:fs/promises'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Jobs } from '#modules/jobs/index'
import { newId } from '#modules/kernel/ids'
import { fail, ok, type Result } from '#modules/kernel/result'
import { limits } from '../../api.ts'
import { AuditLog } from '../audit/audit_log.ts'
import { cardImportSubject } from '../audit/card_import_subject.ts'
import { CardImportRow } from '../tables/card_import_row.ts'
import { ImportUploads } from '../uploads/import_uploads.ts'
import { cardImportKind } from './run_card_import.ts'

interface ReceivedFile {
  path: string
  name: string
}

const nameLengthMax = 200

/** Stores received files and queues their import. The job and its log entry are one transaction. */
@inject()
export class StartCardImport {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly uploads: ImportUploads,
    private readonly log: AuditLog
  ) {}

  async run(actorId: string, received: readonly ReceivedFile[]): Promise<Result<{ id: string }, { kind: 'too_many' }>> {
    if ((await this.#unfinished()) >= limits.cardImportsUnfinished) return fail({ kind: 'too_many' })
    const id = newId()
    const names = distinctNames(received.map(({ name }) => name))
    const files = await Promise.all(
      received.map(async ({ path }, n) => ({ name: names[n]!, bytes: (await stat(path)).size }))
    )
    // The row comes first, so that files without a job are found and removed, even after a crash.
    await CardImportRow.create({ id, actorId, files }, { client: this.db.connection() })
    for (const [n, { path }] of received.entries()) await this.uploads.put(id, n, path)
    await this.db.transaction(async (trx) => {
      await this.jobs.enqueue({ id, kind: cardImportKind, ownerId: actorId, payload: {} }, trx)
      const after = { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
      const subject = cardImportSubject(id, files.length)
      await this.log.record({ actorId, kind: 'card_import_started', subject, before: null, after }, trx)
    })
    return ok({ id })
  }

  /** Counts the unfinished imports. Their limit bounds the space for uploads. */
  async #unfinished(): Promise<number> {
    const { rows } = await this.db.rawQuery<{ rows: { id: string }[] }>(
      'SELECT id FROM card_imports WHERE removed_at IS NULL ORDER BY id DESC LIMIT 1000'
    )
    const statuses = await this.jobs.statuses(rows.map(({ id }) => id))
    return [...statuses.values()].filter(({ finishedAt }) => finishedAt === null).length
  }
}

/** Returns distinct names for display. They are never used as paths. */
const distinctNames = (given: readonly string[]): string[] => {
  const names = new Set<string>()
  for (const raw of given) {
    const name =
      raw
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(-nameLengthMax)
        .toWellFormed() || 'file'
    let unique = name
    for (let n = 2; names.has(unique); n++) unique = `${name} (${n})`
    names.add(unique)
  }
  return [...names]
}
