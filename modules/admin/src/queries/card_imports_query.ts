import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Jobs, type JobStatus } from '#modules/jobs/index'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import type { CardImport } from '../../api.ts'
import type { CardImportProgress } from '../actions/run_card_import.ts'
import type { CardImportRow } from '../tables/card_import_row.ts'

type Row = Pick<CardImportRow, 'id' | 'files'>

const linesPerRead = 1_000

@inject()
export class CardImportsQuery {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs
  ) {}

  /** Lists imports, newest first. Returns null for an invalid cursor. */
  async list({ limit, cursor }: { limit: number; cursor?: string }): Promise<Page<CardImport> | null> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)?.[0]
    if (before !== null && !isId(before)) return null
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT id, files FROM card_imports WHERE ?::uuid IS NULL OR id < ?::uuid ORDER BY id DESC LIMIT ?::int`,
      [before, before, limit + 1] as never
    )
    const page = rows.slice(0, limit)
    const next = rows.length > limit ? encodeCursor([page.at(-1)!.id]) : null
    return { items: await this.#withStatus(page), next }
  }

  async find(id: string): Promise<CardImport | null> {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>('SELECT id, files FROM card_imports WHERE id = ?::uuid', [
      id,
    ])
    return (await this.#withStatus(rows))[0] ?? null
  }

  /** Yields the report so far as JSON lines. Reads a page at a time, and holds no connection in between. */
  async *report(id: string): AsyncGenerator<string> {
    for (let after = '0'; ;) {
      const { rows } = await this.db.rawQuery<{ rows: { n: string; outcome: string | null }[] }>(
        `SELECT n, outcome::text AS outcome FROM card_import_files
         WHERE import_id = ?::uuid AND n > ?::bigint ORDER BY n LIMIT ?::int`,
        [id, after, linesPerRead]
      )
      const lines = rows.flatMap(({ outcome }) => (outcome === null ? [] : [`${outcome}\n`])).join('')
      if (lines !== '') yield lines
      if (rows.length < linesPerRead) return
      after = rows.at(-1)!.n
    }
  }

  /** Adds the status of each import. Leaves out imports without a job, whose upload is incomplete. */
  async #withStatus(rows: readonly Row[]): Promise<CardImport[]> {
    const statuses = await this.jobs.statuses(rows.map(({ id }) => id))
    return rows.flatMap((row) => {
      const status = statuses.get(row.id)
      return status ? [toCardImport(row, status)] : []
    })
  }
}

const toCardImport = ({ id, files }: Row, status: JobStatus): CardImport => {
  const progress = status.progress as CardImportProgress | null
  return {
    id,
    state: status.state,
    isCanceling: status.isCanceling,
    createdAt: status.createdAt.toISOString(),
    finishedAt: status.finishedAt?.toISOString() ?? null,
    files,
    share: status.state === 'done' ? 1 : (progress?.share ?? 0),
    counts: progress?.counts ?? { imported: 0, doubles: 0, refused: 0, total: 0 },
  }
}
