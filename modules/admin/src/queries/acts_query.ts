import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import { parseSearch, searchCondition } from '#modules/kernel/search'
import { queryUnprepared } from '#modules/kernel/sql'
import type { AdminActKind, AdminActRow, AdminActSubject, Json } from '../../api.ts'

interface Row {
  id: string
  created_at: Date
  actor_id: string | null
  actor_name: string
  actor_email: string
  kind: AdminActKind
  subject_type: AdminActSubject['type']
  subject_id: string | null
  subject_name: string
  before: Json
  after: Json
}

/** Not prepared, because the plan depends on the text: rare texts are found by an index, common ones by scanning the newest rows. */
const sql = `
  SELECT id, created_at, actor_id, actor_name, actor_email, kind, subject_type, subject_id, subject_name, before, after
  FROM admin_acts
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

const toAct = (row: Row): AdminActRow => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name, email: row.actor_email },
  kind: row.kind,
  subject: { type: row.subject_type, id: row.subject_id, name: row.subject_name },
  before: row.before,
  after: row.after,
})
