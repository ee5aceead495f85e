import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Jobs } from '#modules/jobs/index'
import type { ChatKey } from '../replies.ts'
import type { SummaryNames } from './summary_prompt.ts'

export const summaryKind = 'chat.summary'

/** The minimum number of new messages for a summary, so that it isn't updated after every message. */
const messagesMin = 4

/** The input of a summary job. It is stored in `chat_settings`, because it contains texts of the user. */
export interface SummaryOrder extends SummaryNames {
  tier: string
  /** The messages before this position are to be summarized. */
  before: number
  timeZone: string
  /** Starts without the current summary, and replaces it when the new one is complete. */
  isAnew: boolean
}

/**
 * Queues a job if the summary doesn't cover enough messages yet. A chat has one job at a time, which reads the newest request. Returns
 * whether a job was queued.
 */
export const requestSummary = (db: Database, jobs: Jobs, chat: ChatKey, order: SummaryOrder): Promise<boolean> =>
  db.transaction(async (trx) => {
    const { rows } = await trx.rawQuery<{ rows: { summary_job_id: string | null }[] }>(
      `INSERT INTO chat_settings (user_id, chat_session_id, summary_request)
       SELECT session.user_id, session.id, :order::jsonb
       FROM chat_sessions session
       LEFT JOIN chat_settings kept ON kept.user_id = session.user_id AND kept.chat_session_id = session.id
       WHERE session.user_id = :userId::uuid AND session.id = :sessionId::uuid AND session.deleted_at IS NULL AND (:isAnew::boolean OR (
         coalesce(kept.is_summary_on, true) AND NOT coalesce(kept.is_summary_frozen, false) AND :messagesMin::int <= (
           SELECT count(*) FROM (
             SELECT FROM chat_messages
             WHERE user_id = :userId::uuid AND chat_session_id = session.id AND position > coalesce(kept.summary_position, -1) AND position < :before::int
               AND deleted_at IS NULL AND hidden_at IS NULL
             LIMIT :messagesMin::int
           ) missing
         )
       ))
       ON CONFLICT (user_id, chat_session_id) DO UPDATE SET summary_request = CASE
         WHEN (chat_settings.summary_request ->> 'isAnew')::boolean THEN excluded.summary_request || '{"isAnew": true}'
         ELSE excluded.summary_request
       END
       RETURNING summary_job_id`,
      { ...chat, order: JSON.stringify(order), isAnew: order.isAnew, before: order.before, messagesMin }
    )
    const [row] = rows
    if (!row) return false
    if (row.summary_job_id && (await isOpen(jobs, row.summary_job_id, trx))) return false
    const { userId: ownerId, sessionId } = chat
    const { id } = await jobs.enqueue({ kind: summaryKind, ownerId, payload: { sessionId } }, trx)
    await trx.rawQuery(
      `UPDATE chat_settings SET summary_job_id = :id::uuid WHERE user_id = :userId::uuid AND chat_session_id = :sessionId::uuid`,
      { ...chat, id }
    )
    return true
  })

const isOpen = async (jobs: Jobs, id: string, trx: TransactionClientContract) =>
  (await jobs.statuses([id], trx)).get(id)?.finishedAt === null
