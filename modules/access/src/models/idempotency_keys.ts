import { createHash } from 'node:crypto'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import { modelLimits } from '../../api.ts'
import { IdempotencyKeyRow } from '../tables/idempotency_key_row.ts'

/** A key of a request, and what it was sent with. */
export interface RequestKey {
  hash: string
  bodyHash: string
}

export const keyOf = (key: string, body: unknown): RequestKey => ({
  hash: hashOf(key),
  bodyHash: hashOf(JSON.stringify(body)),
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The keys of requests, each for a day and for one body. */
@inject()
export class IdempotencyKeys {
  constructor(private readonly db: Database) {}

  /** Returns the earlier use of a key. */
  async find(userId: string, { hash }: RequestKey): Promise<{ bodyHash: string; replyId: string | null } | null> {
    const { rows } = await this.db.rawQuery<{ rows: { bodyHash: string; replyId: string | null }[] }>(
      `SELECT body_hash AS "bodyHash", reply_id AS "replyId" FROM idempotency_keys
       WHERE user_id = ?::uuid AND key_hash = ? AND created_at > now() - make_interval(hours => ?::int)`,
      [userId, hash, modelLimits.keyHours]
    )
    return rows[0] ?? null
  }

  /**
   * Takes a key for a reply. Returns false if another request has taken it meanwhile: `known` is the reply that the caller knows of. Waits for a
   * transaction that is taking it.
   */
  async claim(
    userId: string,
    { hash, bodyHash }: RequestKey,
    { replyId, known }: { replyId: string | null; known: string | null },
    client: QueryClientContract = this.db.connection()
  ): Promise<boolean> {
    const { rowCount } = await client.rawQuery<{ rowCount: number }>(
      `INSERT INTO idempotency_keys (user_id, key_hash, body_hash, reply_id) VALUES (:userId::uuid, :hash, :bodyHash, :replyId::uuid)
       ON CONFLICT ON CONSTRAINT idempotency_keys_pkey
         DO UPDATE SET body_hash = excluded.body_hash, reply_id = excluded.reply_id, created_at = excluded.created_at
         WHERE idempotency_keys.reply_id = :known::uuid OR idempotency_keys.created_at <= now() - make_interval(hours => :hours::int)`,
      { userId, hash, bodyHash, replyId, known, hours: modelLimits.keyHours } as never
    )
    return rowCount > 0
  }

  async purge(): Promise<void> {
    await this.db.rawQuery(
      `-- all users: the keys of the day before
       DELETE FROM idempotency_keys WHERE created_at <= now() - make_interval(hours => ?::int)`,
      [modelLimits.keyHours]
    )
  }

  async forgetUser(userId: string, trx: TransactionClientContract) {
    await IdempotencyKeyRow.of(userId, { client: trx }).delete()
  }
}
