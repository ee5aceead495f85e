import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Returns the subset of `hashes` whose pictures other users show as a profile or persona picture. */
export const picturesInUseQuery = async (
  hashes: readonly string[],
  exceptUserId: string,
  trx: TransactionClientContract
) => {
  const { rows } = await trx.rawQuery<{ rows: { hash: string }[] }>(
    `-- all users: others may show a picture, too
     SELECT DISTINCT hash FROM (
       SELECT id AS user_id, address FROM users, LATERAL (VALUES (profile_image_url), (persona_avatar)) AS shown (address)
       UNION ALL SELECT user_id, avatar FROM personas
     ) AS shown, LATERAL substring(address FROM '/pictures/uploads/([0-9a-f]{64})') AS hash
     WHERE user_id <> ?::uuid AND address LIKE '%/pictures/uploads/%' AND hash = ANY (?::text[])`,
    [exceptUserId, [...hashes]]
  )
  return rows.map(({ hash }) => hash)
}
