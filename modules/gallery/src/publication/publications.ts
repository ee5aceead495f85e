import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Hook } from '#modules/kernel/hook'
import type { Gallery } from '../../index.ts'

/** Announces characters that become public for the first time. */
export class Publications {
  readonly published: Gallery['published'] = new Hook()

  /** Runs `published` if this transaction made the character public for the first time. A trigger has recorded the transaction's time. */
  async announce(id: string, trx: TransactionClientContract): Promise<void> {
    const { rows } = await trx.rawQuery<{ rows: { creatorId: string }[] }>(
      `SELECT created_by AS "creatorId" FROM characters WHERE id = ?::uuid AND is_public AND published_at = now()::timestamptz(3)`,
      [id]
    )
    for (const { creatorId } of rows) await this.published.run({ characterId: id, creatorId }, trx)
  }
}
