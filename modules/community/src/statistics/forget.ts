import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Removes the statistics of a creator, and what a reader did that isn't published yet. Published numbers stay. */
export const forgetUser = async (userId: string, trx: TransactionClientContract): Promise<void> => {
  await trx.rawQuery('DELETE FROM waiting_activity WHERE user_id = ?::uuid', [userId])
  await trx.rawQuery('DELETE FROM statistics_cells WHERE user_id = ?::uuid', [userId])
}

export const forgetCharacters = async (
  { characterIds, ownerIds }: { characterIds: readonly string[]; ownerIds: readonly string[] },
  trx: TransactionClientContract
): Promise<void> => {
  await trx.rawQuery(
    `-- all users: the readers of purged characters
     DELETE FROM waiting_activity WHERE character_id = ANY (?::uuid[])`,
    [characterIds] as never
  )
  await trx.rawQuery(
    `DELETE FROM statistics_cells USING unnest(?::uuid[], ?::uuid[]) AS gone (owner, id)
     WHERE user_id = gone.owner AND character_id = gone.id`,
    [ownerIds, characterIds] as never
  )
}
