import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import { queryUnprepared } from '#modules/kernel/sql'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import type { CaseState, DecisionKind, ListedCase, Reason, ThingKind } from '../../api.ts'
import { CaseRow } from '../tables/case_row.ts'

/** SQL for a `ListedRow` of `report_cases`. */
export const listedColumns = `${attributesOf(CaseRow)}, (
  SELECT kind FROM report_decisions WHERE case_id = report_cases.id AND undone_at IS NULL ORDER BY id DESC LIMIT 1
) AS decision`

export type ListedRow = Attributes<CaseRow> & { decision: DecisionKind | null }

export interface CasesRequest {
  state: CaseState
  kind: ThingKind | null
  reason: Reason | null
  limit: number
  after: { queuedAt: string; id: string } | null
}

/** Each filter has an index in the order of the queue. The planner needs the values, so the statement is not prepared. */
export const casesSql = ({ state, kind, reason, limit, after }: CasesRequest): { sql: string; values: unknown[] } => {
  const [compare, order] = state === 'closed' ? ['<', 'DESC'] : ['>', 'ASC']
  const values: unknown[] = [state, limit + 1]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    'state = $1',
    ...(kind ? [`thing_kind = ${bind(kind)}`] : []),
    ...(reason ? [`reason = ${bind(reason)}`] : []),
    ...(after ? [`(queued_at, id) ${compare} (${bind(after.queuedAt)}::timestamptz, ${bind(after.id)}::uuid)`] : []),
  ]
  const sql = `SELECT ${listedColumns} FROM report_cases WHERE ${conditions.join(' AND ')}
    ORDER BY queued_at ${order}, id ${order} LIMIT $2`
  return { sql, values }
}

/** Returns null for an invalid cursor. */
export const decodeCasePosition = (cursor: string): CasesRequest['after'] => {
  const [of, queuedAt, id] = decodeCursor(cursor, 3) ?? []
  const isTime = typeof queuedAt === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(queuedAt)
  return of === 'case' && isTime && isId(id) ? { queuedAt, id } : null
}

/** The queue: open and appealed cases by their due time, closed ones newest first. */
@inject()
export class CasesQuery {
  constructor(private readonly db: Database) {}

  async run(request: CasesRequest): Promise<Page<ListedCase>> {
    const { sql, values } = casesSql(request)
    const rows = await queryUnprepared<ListedRow>(this.db.connection(), sql, values)
    const page = rows.slice(0, request.limit)
    const last = rows.length > request.limit ? page.at(-1) : undefined
    return {
      items: page.map(toListedCase),
      next: last ? encodeCursor(['case', last.queuedAt.toISOString(), last.id]) : null,
    }
  }
}

export const toListedCase = (row: ListedRow): ListedCase => ({
  id: row.id,
  thing: { kind: row.thingKind, id: row.thingId },
  title: row.title,
  state: row.state,
  reason: row.reason,
  reports: row.reports,
  openedAt: row.openedAt.toISOString(),
  dueAt: row.state === 'closed' ? null : row.queuedAt.toISOString(),
  decision: row.decision,
})
