import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * Notes that a ruby account has no owner any more, in the transaction that deletes theirs; everything in the ledger stays as it is.
 * Its row is locked first: whoever posts to it was either there before, or sees that it is closed. The second time changes nothing.
 */
export const closeRubyAccount = async (userId: string, trx: TransactionClientContract) => {
  await trx.rawQuery('SELECT FROM ruby_accounts WHERE user_id = ?::uuid FOR UPDATE', [userId])
  await trx.rawQuery(
    `INSERT INTO ruby_closings (user_id, rubies, debt)
     SELECT user_id, balance - held, debt FROM ruby_accounts WHERE user_id = ?::uuid ON CONFLICT DO NOTHING`,
    [userId]
  )
}

/** Whether its owner has gone. Asked after something was posted to it, so that its row is locked. */
export const isClosed = async (userId: string, trx: TransactionClientContract): Promise<boolean> => {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>('SELECT FROM ruby_closings WHERE user_id = ?::uuid', [
    userId,
  ])
  return rows.length > 0
}
