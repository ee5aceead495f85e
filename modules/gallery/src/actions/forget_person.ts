import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Removes what somebody has written, liked and said, in the transaction that deletes their account. */
export const forgetPerson = async (userId: string, trx: TransactionClientContract) => {
  await trx.rawQuery('SELECT gallery_forget_person(?::uuid)', [userId])
}
