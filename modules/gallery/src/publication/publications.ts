import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Hook } from '#modules/kernel/hook'
import type { Gallery } from '../../index.ts'

/** Announces characters that become public for the first time, and new versions of public ones. */
export class Publications {
  readonly published: Gallery['published'] = new Hook()
  readonly updated: Gallery['updated'] = new Hook()

  /**
   * Runs `published` if this transaction made the character public for the first time. A trigger has recorded the transaction's time.
   * Otherwise runs `updated` if the character is public and has a new version.
   */
  async announce(id: string, trx: TransactionClientContract, { isNewVersion = false } = {}): Promise<void> {
    const { rows } = await trx.rawQuery<{ rows: [{ creatorId: string; version: number; isFirst: boolean }?] }>(
      `SELECT created_by AS "creatorId", version_number AS version, coalesce(published_at = now()::timestamptz(3), false) AS "isFirst"
       FROM characters WHERE id = ?::uuid AND is_public`,
      [id]
    )
    if (!rows[0]) return
    const { creatorId, version, isFirst } = rows[0]
    if (isFirst) await this.published.run({ characterId: id, creatorId }, trx)
    else if (isNewVersion) await this.updated.run({ characterId: id, creatorId, version }, trx)
  }
}
