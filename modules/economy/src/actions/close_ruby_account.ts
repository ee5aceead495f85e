import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { RubyClosingRow } from '../tables/ruby_closing_row.ts'
import { RubyNetworkRow } from '../tables/ruby_network_row.ts'
import { WaitingWelcomeRow } from '../tables/waiting_welcome_row.ts'

/**
 * Records that a ruby account's owner is gone, in the transaction that deletes them. The ledger itself stays unchanged. Locks the account
 * first, so a concurrent posting either precedes the closing or sees it. Idempotent.
 */
export const closeRubyAccount = async (userId: string, trx: TransactionClientContract) => {
  await trx.rawQuery('SELECT ledger_close_account(?::uuid)', [userId])
  await WaitingWelcomeRow.of(userId, { client: trx }).delete()
  await RubyNetworkRow.of(userId, { client: trx }).delete()
}

/** Whether the account's owner is gone. Call it after a posting, which locks the account's row. */
export const isClosed = async (userId: string, trx: TransactionClientContract): Promise<boolean> =>
  (await RubyClosingRow.of(userId, { client: trx }).first()) !== null
