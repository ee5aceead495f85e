import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { replyChannel } from '../replies/reply_signals.ts'

/** Ends a user's event streams in every process, once the transaction is committed. A process that misses it looks at its next round. */
export const endEventStreams = async (userId: string, trx: TransactionClientContract) => {
  await trx.rawQuery(`select pg_notify(?, json_build_object('kind', 'disabled', 'userId', ?::text)::text)`, [
    replyChannel,
    userId,
  ])
}
