import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Accounts } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'

interface PictureUsers {
  accounts: Pick<Accounts, 'picturesInUse'>
  gallery: Pick<Gallery, 'picturesInUse'>
}

/**
 * Deletes a user's pictures in the transaction that deletes the account. Pictures that other users show stay, without an owner. Files
 * are removed later (`RemoveFiles`). Idempotent.
 */
export const deleteUserPictures = async (
  { accounts, gallery }: PictureUsers,
  userId: string,
  trx: TransactionClientContract
) => {
  const { rows } = await trx.rawQuery<{ rows: { hash: string }[] }>(
    'SELECT hash FROM pictures WHERE owner_id = ?::uuid FOR UPDATE',
    [userId]
  )
  if (rows.length === 0) return
  const hashes = rows.map(({ hash }) => hash)
  const inUse = [
    ...(await accounts.picturesInUse(hashes, userId, trx)),
    ...(await gallery.picturesInUse(hashes, userId, trx)),
  ]
  await trx.rawQuery('UPDATE pictures SET owner_id = NULL WHERE hash = ANY (?::text[])', [inUse])
  await trx.rawQuery(
    `WITH gone AS (DELETE FROM pictures WHERE owner_id = ?::uuid AND hash = ANY (?::text[]) RETURNING hash, widths)
     INSERT INTO removed_pictures (hash, widths) SELECT hash, widths FROM gone
     ON CONFLICT (hash) DO UPDATE SET widths = excluded.widths, removed_at = excluded.removed_at`,
    [userId, hashes]
  )
}
