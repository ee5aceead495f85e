import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { copyOf } from '#modules/kernel/tables'
import { SummaryRow } from '../../tables/summary_row.ts'
import type { ChatKey } from '../replies.ts'

/**
 * Marks the versions that cover a changed message as stale. If the current version is stale, replaces it with the newest version that
 * isn't, unless the user wrote or froze the text. Call it in the transaction that changes messages, under the lock of the session.
 * `position`: the position of the first changed message.
 */
export const reviseSummary = async (trx: TransactionClientContract, chat: ChatKey, position: number) => {
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
    `UPDATE chat_summaries SET is_stale = true
     WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid AND position >= :position::int AND NOT is_stale RETURNING id`,
    { ...chat, position }
  )
  if (rows.length === 0) return
  await trx.rawQuery(
    `UPDATE chat_settings SET (${currentColumns}) = (
       SELECT ${versionColumns} FROM (SELECT) none LEFT JOIN (
         SELECT * FROM chat_summaries
         WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid AND NOT is_stale AND id <> coalesce(
           (SELECT summary_job_id FROM chat_settings WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid AND summary_request @> '{"isAnew": true}'),
           '00000000-0000-0000-0000-000000000000'
         )
         ORDER BY created_at DESC, id DESC LIMIT 1
       ) version ON true
     )
     WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid AND NOT is_summary_frozen
       AND EXISTS (SELECT FROM chat_summaries WHERE user_id = :userId::uuid AND id = summary_id AND is_stale AND author = 'model')`,
    { ...chat }
  )
}

/** The columns of `chat_settings` that contain the current version, and the columns of a version in the same order. */
export const currentColumns = 'summary_id, summary_text, summary_position, summary_up_to'
export const versionColumns = 'version.id, version.text, version.position, version.up_to'

const copyVersion = copyOf(SummaryRow, {
  values: {
    chat_session_id: ':to::uuid',
    up_to: `(
      SELECT id FROM chat_messages
      WHERE user_id = :userId::uuid AND chat_session_id = :to::uuid AND chat_messages.position <= summary.position
        AND deleted_at IS NULL AND hidden_at IS NULL
      ORDER BY chat_messages.position DESC LIMIT 1
    )`,
  },
  without: ['id', 'is_stale', 'created_at'],
  alias: 'summary',
})

/**
 * Copies a summary to a chat that was copied from another chat up to a position. Chooses the version that covers the most messages, but
 * none after that position. The ids of messages differ in the copy. So its `up_to` is the last message of the copy that the summary covers.
 */
export const copySummary = async (
  trx: TransactionClientContract,
  chats: { userId: string; from: string; to: string; upTo: number }
) => {
  await trx.rawQuery(
    `WITH version AS (
       ${copyVersion} FROM chat_summaries summary
       WHERE user_id = :userId::uuid AND chat_session_id = :from::uuid AND position <= :upTo::int AND NOT is_stale
         AND NOT EXISTS (
           SELECT FROM chat_settings WHERE user_id = :userId::uuid AND chat_session_id = :from::uuid AND NOT is_summary_on
         )
       ORDER BY summary.position DESC, created_at DESC LIMIT 1
       RETURNING id, text, position, up_to
     )
     INSERT INTO chat_settings (user_id, chat_session_id, ${currentColumns})
     SELECT :userId::uuid, :to::uuid, ${versionColumns} FROM version
     ON CONFLICT (user_id, chat_session_id) DO UPDATE SET (${currentColumns}) = (
       excluded.summary_id, excluded.summary_text, excluded.summary_position, excluded.summary_up_to
     )`,
    chats
  )
}
