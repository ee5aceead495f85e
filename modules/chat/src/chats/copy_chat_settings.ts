import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { withoutSummary } from '../memory/revise_summary.ts'

/**
 * Copies the settings of a chat to a new chat of the same user. The caller copies the columns of `chat_sessions`, and the summary with
 * `copySummary`.
 */
export const copyChatSettings = async (trx: TransactionClientContract, from: string, to: string) => {
  await trx.rawQuery(
    `INSERT INTO chat_settings
     SELECT (jsonb_populate_record(chat_settings, jsonb_build_object('chat_session_id', ?::uuid) || ${withoutSummary})).*
     FROM chat_settings WHERE chat_session_id = ?::uuid`,
    [to, from]
  )
}
