import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Returns the subset of `hashes` whose uploaded pictures are shown by characters of other users. */
export const picturesInUseQuery = async (
  hashes: readonly string[],
  exceptUserId: string,
  trx: TransactionClientContract
) => {
  const { rows } = await trx.rawQuery<{ rows: { hash: string }[] }>(
    `SELECT DISTINCT hash FROM (
       SELECT avatar AS address FROM characters WHERE deleted_at IS NULL AND created_by <> :userId::uuid
       UNION ALL
       SELECT background FROM characters WHERE deleted_at IS NULL AND created_by <> :userId::uuid
       UNION ALL
       SELECT asset ->> 'address' FROM character_parts JOIN characters ON characters.id = character_id,
         LATERAL jsonb_array_elements(assets) AS asset
       WHERE deleted_at IS NULL AND created_by <> :userId::uuid
       UNION ALL
       SELECT asset ->> 'address' FROM character_versions JOIN characters ON characters.id = character_id,
         LATERAL jsonb_array_elements(expressions) AS asset
       WHERE deleted_at IS NULL AND created_by <> :userId::uuid
     ) AS shown, LATERAL substring(address FROM '/pictures/uploads/([0-9a-f]{64})') AS hash
     WHERE address LIKE '%/pictures/uploads/%' AND hash = ANY (:hashes::text[])`,
    { userId: exceptUserId, hashes: [...hashes] }
  )
  return rows.map(({ hash }) => hash)
}
