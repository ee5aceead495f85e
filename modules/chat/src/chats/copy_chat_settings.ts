import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { withoutSummary } from '../memory/revise_summary.ts'

/**
 * Gives a new chat the settings of another one of the same user. The caller copies what the rows of the chats hold themselves, and the
 * summary by `copySummary`.
 */
export const copyChatSettings = async (trx: TransactionClientContract, from: string, to: string) => {
  await trx.rawQuery(
    `INSERT INTO chat_settings
     SELECT (jsonb_populate_record(chat_settings, jsonb_build_object('chat_session_id', ?::uuid) || ${withoutSummary})).*
     FROM chat_settings WHERE chat_session_id = ?::uuid`,
    [to, from]
  )
}
