import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { isId } from '#modules/kernel/ids'
import { decodeCursor, encodeCursor, type Page } from '#modules/kernel/pages'
import type { WaitingAddress } from '../../api.ts'
import { limits } from '../domain/limits.ts'

/** Addresses of people who would like an invitation. */
@inject()
export class WaitingList {
  constructor(private readonly db: Database) {}

  /** Does the same for new and known addresses. */
  async add(email: string): Promise<void> {
    await this.db.rawQuery('INSERT INTO waiting_list (email) VALUES (?) ON CONFLICT DO NOTHING', [email])
  }

  /** Oldest first. Null for an invalid cursor. */
  async list({ limit, cursor }: { limit: number; cursor?: string }): Promise<Page<WaitingAddress> | null> {
    const after = cursor === undefined ? null : decodeCursor(cursor, 1)?.[0]
    if (after !== null && !isId(after)) return null
    const { rows } = await this.db.rawQuery<{ rows: { id: string; email: string; createdAt: Date }[] }>(
      `SELECT id, email, created_at AS "createdAt" FROM waiting_list
       WHERE ?::uuid IS NULL OR id > ?::uuid ORDER BY id LIMIT ?::int`,
      [after, after, limit + 1] as never
    )
    const page = rows.slice(0, limit)
    return {
      items: page.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
      next: rows.length > limit ? encodeCursor([page.at(-1)!.id]) : null,
    }
  }

  /** Deletes addresses that waited too long, and unused invitations that ended as long ago. */
  async purge(): Promise<void> {
    const days = limits.waitingDays
    await this.db.rawQuery('DELETE FROM waiting_list WHERE created_at <= now() - make_interval(days => ?::int)', [days])
    await this.db.rawQuery(
      'DELETE FROM invitations WHERE used = 0 AND expires_at <= now() - make_interval(days => ?::int)',
      [days]
    )
  }
}
