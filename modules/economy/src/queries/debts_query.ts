import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import { limits, type RubyDebt } from '../../api.ts'
import { RubyDebts } from '../../index.ts'

interface Row {
  user_id: string
  debt: string
  since: Date
  lines: RubyDebt['lines']
}

@inject()
export class DebtsQuery extends RubyDebts {
  constructor(private readonly db: Database) {
    super()
  }

  async list({ limit, cursor }: { limit: number; cursor?: string }): Promise<Page<RubyDebt> | null> {
    const [debt, userId] = cursor === undefined ? [null, null] : (decodeCursor(cursor, 2) ?? [])
    if (debt === undefined || (debt !== null && (!Number.isSafeInteger(debt) || !isId(userId)))) return null
    if (debt === null && cursor !== undefined) return null

    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `-- all users: a list for admins
       SELECT a.user_id, a.debt, since.at AS since, latest.lines FROM ruby_accounts a
       CROSS JOIN LATERAL (
         SELECT created_at AS at FROM ruby_debts d WHERE d.user_id = a.user_id AND d.seq > (
           SELECT coalesce(max(seq), 0) FROM ruby_debts WHERE user_id = a.user_id AND debt_after = 0
         ) ORDER BY d.seq LIMIT 1
       ) since
       CROSS JOIN LATERAL (
         SELECT jsonb_agg(jsonb_build_object('amount', amount, 'debtAfter', debt_after, 'cause', cause, 'description', description,
           'createdAt', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY seq DESC) AS lines
         FROM (SELECT * FROM ruby_debts d WHERE d.user_id = a.user_id ORDER BY seq DESC LIMIT ?::int) newest
       ) latest
       WHERE a.debt > 0 AND (?::bigint IS NULL OR a.debt < ?::bigint OR (a.debt = ?::bigint AND a.user_id > ?::uuid))
       ORDER BY a.debt DESC, a.user_id LIMIT ?::int`,
      [limits.debtLines, debt, debt, debt, userId, limit + 1]
    )
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    return {
      items: items.map((row) => ({
        userId: row.user_id,
        debt: Number(row.debt),
        since: row.since.toISOString(),
        lines: row.lines,
      })),
      next: rows.length > limit && last ? encodeCursor([Number(last.debt), last.user_id]) : null,
    }
  }
}
