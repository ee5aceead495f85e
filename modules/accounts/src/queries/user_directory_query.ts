import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import { parseSearch, searchCondition } from '#modules/kernel/search'
import { queryUnprepared } from '#modules/kernel/sql'
import { UserDirectory, type ListedUser, type OpenedHour } from '../../index.ts'
import { builtInEmail } from '../actions/built_in_account.ts'
import { shownColumns, UserQuery, type ShownUser } from './user_query.ts'

type Row = ShownUser & { disabledAt: Date | null }

/**
 * Ids are ordered by time, so the list scans the primary key. The planner chooses the search index for rare texts, and that scan for
 * common texts. It needs the values for that, so the statement is not prepared.
 */
const listSql = `
  SELECT ${shownColumns}, disabled_at AS "disabledAt" FROM users
  WHERE lower(email) <> $1 AND ($2::uuid IS NULL OR id < $2::uuid)
    AND ${searchCondition('accounts_search_text(email, username, first_name, last_name)', [3, 4, 5])}
  ORDER BY id DESC LIMIT $6`

@inject()
export class UserDirectoryQuery extends UserDirectory {
  constructor(
    private readonly db: Database,
    private readonly users: UserQuery
  ) {
    super()
  }

  async list({ q, limit, cursor }: { q: string; limit: number; cursor?: string }): Promise<Page<ListedUser> | null> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)?.[0]
    if (cursor !== undefined && !isId(before)) return null
    const { pattern = null, pairs = null, text = '' } = parseSearch(q) ?? {}
    const values = [builtInEmail, before, pattern, pairs, text, limit + 1]
    const rows = await queryUnprepared<Row>(this.db.connection(), listSql, values)
    const page = rows.slice(0, limit)
    return {
      items: await this.#listed(page),
      next: rows.length > limit ? encodeCursor([page.at(-1)!.id]) : null,
    }
  }

  async find(userId: string) {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT ${shownColumns}, disabled_at AS "disabledAt" FROM users WHERE id = ?::uuid AND lower(email) <> ?`,
      [userId, builtInEmail]
    )
    return (await this.#listed(rows))[0] ?? null
  }

  async openedSince(moment: Date, client: QueryClientContract = this.db.connection()): Promise<OpenedHour[]> {
    const { rows } = await client.rawQuery<{ rows: { starts_at: Date; users: number }[] }>(
      `SELECT date_trunc('hour', created_at, 'UTC') AS starts_at, count(*)::int AS users FROM users
       WHERE created_at >= ?::timestamptz AND lower(email) <> ? GROUP BY 1`,
      [moment, builtInEmail]
    )
    return rows.map(({ starts_at: startsAt, users }) => ({ startsAt, users }))
  }

  async #listed(rows: Row[]): Promise<ListedUser[]> {
    const users = await this.users.toUsers(rows)
    return users.map((user, index) => ({ ...user, disabledAt: rows[index]!.disabledAt?.toISOString() ?? null }))
  }
}
