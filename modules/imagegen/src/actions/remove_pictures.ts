import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * Deletes those of the pictures that belong to the user or have no owner, and that are in no other user’s list. Those in other lists
 * stay, without an owner. Files are removed later (`RemoveFiles`). The caller has deleted the user's own list entries, and locked the rows.
 */
export const removePictures = async (
  userId: string,
  hashes: readonly string[],
  trx: TransactionClientContract
): Promise<void> => {
  const { rows } = await trx.rawQuery<{ rows: { hash: string }[] }>(
    `-- all users: others may have drawn the same picture
     SELECT DISTINCT hash FROM drawn_pictures WHERE hash = ANY (?::text[])`,
    [[...hashes]]
  )
  const listed = rows.map(({ hash }) => hash)
  await trx.rawQuery('UPDATE pictures SET owner_id = NULL WHERE owner_id = ?::uuid AND hash = ANY (?::text[])', [
    userId,
    listed,
  ])
  await trx.rawQuery(
    `WITH gone AS (
       DELETE FROM pictures
       WHERE (owner_id = ?::uuid OR owner_id IS NULL) AND hash = ANY (?::text[]) AND hash <> ALL (?::text[])
       RETURNING hash, widths
     )
     INSERT INTO removed_pictures (hash, widths) SELECT hash, widths FROM gone
     ON CONFLICT (hash) DO UPDATE SET widths = excluded.widths, removed_at = excluded.removed_at`,
    [userId, [...hashes], listed]
  )
}
