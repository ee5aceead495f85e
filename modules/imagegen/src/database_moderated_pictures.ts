import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { afterCommit } from '#modules/kernel/sql'
import { ModeratedPictures } from '../index.ts'
import { StoredWidthsQuery } from './queries/stored_widths_query.ts'

const moved = 'hash, owner_id, widths, bytes, created_at, likeness'

/** How many of the 64 bits of pictures that look alike may differ. */
const differentBitsMax = 4

@inject()
export class DatabaseModeratedPictures extends ModeratedPictures {
  constructor(
    private readonly db: Database,
    private readonly widths: StoredWidthsQuery
  ) {
    super()
  }

  async find(hash: string) {
    const { rows } = await this.db.rawQuery<{ rows: { ownerId: string | null }[] }>(
      'SELECT owner_id AS "ownerId" FROM pictures WHERE hash = ?',
      [hash]
    )
    return rows[0] ?? null
  }

  async findAlike(hash: string, limit: number, client: Database | TransactionClientContract = this.db) {
    // A scan of all pictures, which takes less than a second for a million of them. Only moderators ask for it.
    const { rows } = await client.rawQuery<{ rows: { hash: string }[] }>(
      `SELECT hash FROM pictures, (
         SELECT likeness AS sought FROM pictures WHERE hash = :hash
         UNION ALL SELECT likeness FROM blocked_pictures WHERE hash = :hash
       ) picture
       WHERE hash <> :hash AND bit_count((likeness # sought)::bit(64)) <= :differentBitsMax
       ORDER BY created_at LIMIT :limit::int`,
      { hash, limit, differentBitsMax }
    )
    return rows.map((row) => row.hash)
  }

  async block(hash: string, trx: TransactionClientContract): Promise<boolean> {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `WITH gone AS (DELETE FROM pictures WHERE hash = ? RETURNING ${moved})
       INSERT INTO blocked_pictures (${moved}) SELECT ${moved} FROM gone ON CONFLICT DO NOTHING`,
      [hash]
    )
    afterCommit(trx, () => this.widths.forget(hash))
    return rowCount > 0
  }

  async unblock(hash: string, trx: TransactionClientContract): Promise<boolean> {
    const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
      `WITH back AS (DELETE FROM blocked_pictures WHERE hash = ? RETURNING ${moved})
       INSERT INTO pictures (${moved}) SELECT ${moved} FROM back ON CONFLICT DO NOTHING`,
      [hash]
    )
    return rowCount > 0
  }
}
