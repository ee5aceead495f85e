import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** The uploaded pictures, by hash, that characters of other users show. */
export const picturesInUseQuery = async (
  hashes: readonly string[],
  exceptUserId: string,
  trx: TransactionClientContract
) => {
  const { rows } = await trx.rawQuery<{ rows: { hash: string }[] }>(
    `SELECT DISTINCT hash FROM characters, LATERAL (VALUES (avatar), (background)) AS shown (address),
       LATERAL substring(address FROM '/pictures/uploads/([0-9a-f]{64})') AS hash
     WHERE deleted_at IS NULL AND created_by <> ?::uuid AND address LIKE '%/pictures/uploads/%' AND hash = ANY (?::text[])`,
    [exceptUserId, [...hashes]]
  )
  return rows.map(({ hash }) => hash)
}
