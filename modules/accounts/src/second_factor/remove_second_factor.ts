import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { SessionStore } from '../sessions/session_store.ts'

interface Removal {
  userId: string
  /** Token of the session to keep. Null when the operator removes the factor. */
  token: string | null
  sessions: SessionStore
  trx: TransactionClientContract
}

/** Turns the second factor off and ends the user's other sessions. Returns false when it was off. */
export const removeSecondFactor = async ({ userId, token, sessions, trx }: Removal): Promise<boolean> => {
  const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
    `UPDATE users SET second_factor_since = NULL, updated_at = now()
     WHERE id = ?::uuid AND second_factor_since IS NOT NULL`,
    [userId]
  )
  if (rowCount === 0) return false
  await trx.rawQuery('DELETE FROM second_factors WHERE user_id = ?::uuid', [userId])
  await sessions.endAll(userId, { except: token, trx })
  return true
}
