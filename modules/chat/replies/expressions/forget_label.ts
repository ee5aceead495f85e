import type { QueryClientContract } from '@adonisjs/lucid/types/database'

/**
 * Removes the label of the selected answer, whose text has changed, so that an open chat asks for another. A choice of the user stays.
 * Returns whether there was a label.
 */
export const forgetLabel = async (
  client: Pick<QueryClientContract, 'rawQuery'>,
  userId: string,
  messageId: string
): Promise<boolean> => {
  const { rows } = await client.rawQuery<{ rows: unknown[] }>(
    `DELETE FROM chat_expressions
     WHERE user_id = :userId::uuid AND message_id = :messageId::uuid AND author <> 'user' AND answer_id = coalesce(
       (SELECT answer_id FROM chat_messages WHERE user_id = :userId::uuid AND id = :messageId::uuid), :messageId::uuid
     ) RETURNING answer_id`,
    { userId, messageId }
  )
  return rows.length > 0
}
