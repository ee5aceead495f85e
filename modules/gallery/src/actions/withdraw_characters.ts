import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Makes the public characters of an account private, in the transaction that disables it. */
export const withdrawCharacters = async (userId: string, trx: TransactionClientContract) => {
  await trx.rawQuery(
    `UPDATE characters SET is_public = false, is_withdrawn = true
     WHERE created_by = ?::uuid AND is_public AND deleted_at IS NULL`,
    [userId]
  )
}

/** Makes them public again, in the transaction that enables the account. */
export const restoreCharacters = async (userId: string, trx: TransactionClientContract) => {
  await trx.rawQuery(
    'UPDATE characters SET is_public = true, is_withdrawn = false WHERE created_by = ?::uuid AND is_withdrawn',
    [userId]
  )
}
