import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import { parseSearch, searchCondition } from '#modules/kernel/search'
import { queryUnprepared } from '#modules/kernel/sql'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import type { AdminActRow } from '../../api.ts'
import { AdminActRow as StoredAct } from '../tables/admin_act_row.ts'

type Row = Attributes<StoredAct>

/** Not prepared, because the plan depends on the text: rare texts are found by an index, common ones by scanning the newest rows. */
const sql = `
  SELECT ${attributesOf(StoredAct)} FROM admin_acts
  WHERE ($1::uuid IS NULL OR id < $1::uuid)
    AND ${searchCondition('admin_act_text(actor_name, actor_email, kind, subject_name)', [2, 3, 4])}
  ORDER BY id DESC LIMIT $5`

@inject()
export class ActsQuery {
  constructor(private readonly db: Database) {}

  /** Lists acts, newest first. `q` matches parts of the actor, the subject or the kind. Returns null for an invalid cursor. */
  async run({ q, limit, cursor }: { q: string; limit: number; cursor?: string }): Promise<Page<AdminActRow> | null> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)?.[0]
    if (before !== null && !isId(before)) return null
    const { pattern = null, pairs = null, text = '' } = parseSearch(q) ?? {}
    const rows = await queryUnprepared<Row>(this.db.connection(), sql, [before, pattern, pairs, text, limit + 1])
    const page = rows.slice(0, limit)
    return { items: page.map(toAct), next: rows.length > limit ? encodeCursor([page.at(-1)!.id]) : null }
  }
}

const toAct = ({ createdAt, actorId, actorName, actorEmail, ...row }: Row): AdminActRow => ({
  id: row.id,
  createdAt: createdAt.toISOString(),
  actor: actorId === null ? null : { id: actorId, name: actorName!, email: actorEmail! },
  kind: row.kind,
  subject: { type: row.subjectType, id: row.subjectId, name: row.subjectName },
  before: row.before,
  after: row.after,
})
