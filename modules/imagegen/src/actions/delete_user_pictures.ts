import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Accounts } from '#modules/accounts/index'
import type { Gallery } from '#modules/gallery/index'
import { removePictures } from './remove_pictures.ts'

export interface PictureUsers {
  accounts: Pick<Accounts, 'picturesInUse'>
  gallery: Pick<Gallery, 'picturesInUse'>
}

/**
 * Deletes a user's pictures in the transaction that deletes the account. Pictures that other users show or have drawn, too, stay, without
 * an owner. Idempotent.
 */
export const deleteUserPictures = async (
  { accounts, gallery }: PictureUsers,
  userId: string,
  trx: TransactionClientContract
) => {
  await trx.rawQuery('UPDATE blocked_pictures SET owner_id = NULL WHERE owner_id = ?::uuid', [userId])
  const drawn = await trx.rawQuery<{ rows: { hash: string }[] }>(
    'DELETE FROM drawn_pictures WHERE user_id = ?::uuid RETURNING hash',
    [userId]
  )
  const { rows } = await trx.rawQuery<{ rows: { hash: string }[] }>(
    `SELECT hash FROM pictures
     WHERE owner_id = ?::uuid OR (owner_id IS NULL AND hash = ANY (?::text[])) ORDER BY hash FOR UPDATE`,
    [userId, drawn.rows.map(({ hash }) => hash)]
  )
  if (rows.length === 0) return
  const hashes = rows.map(({ hash }) => hash)
  const inUse = [
    ...(await accounts.picturesInUse(hashes, userId, trx)),
    ...(await gallery.picturesInUse(hashes, userId, trx)),
  ]
  await trx.rawQuery('UPDATE pictures SET owner_id = NULL WHERE hash = ANY (?::text[])', [inUse])
  const unused = hashes.filter((hash) => !inUse.includes(hash))
  await removePictures(userId, unused, trx)
}
