import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ChatKey } from '../../replies/index.ts'

/** Adds the new text of a message to the search. Call it in the transaction of the edit, under the lock of the session. */
export const indexMessage = async (
  trx: TransactionClientContract,
  { userId, sessionId, position }: ChatKey & { position: number }
): Promise<void> => {
  await trx.rawQuery('SELECT chat_search_fill_range(?::uuid, ?::uuid, ?::int, ?::int)', [
    userId,
    sessionId,
    position,
    position,
  ])
}

/**
 * Has the last message of a chat and the ones after it indexed again. Call it in the transaction that deletes or restores messages, because
 * the last remaining message may get further answers.
 */
export const lowerMark = async (trx: TransactionClientContract, chat: ChatKey): Promise<void> => {
  await trx.rawQuery(
    `UPDATE chat_search_marks SET position = least(position, coalesce((
       SELECT position FROM chat_messages
       WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid AND deleted_at IS NULL ORDER BY position DESC LIMIT 1
     ), 0))
     WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid`,
    { ...chat }
  )
}
