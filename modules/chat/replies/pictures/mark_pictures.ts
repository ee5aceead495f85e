import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** Marks a chat, so that its prompts and its page look for pictures. */
export const markPictures = (trx: TransactionClientContract, userId: string, sessionId: string): Promise<unknown> =>
  trx.rawQuery(
    `INSERT INTO chat_settings (user_id, chat_session_id, has_pictures) VALUES (?::uuid, ?::uuid, true)
     ON CONFLICT (user_id, chat_session_id) DO UPDATE SET has_pictures = true`,
    [userId, sessionId]
  )
