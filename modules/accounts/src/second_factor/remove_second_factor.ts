import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { SessionStore } from '../sessions/session_store.ts'

interface Removal {
  userId: string
  /** The session that goes on, where it is its owner who asks. */
  token: string | null
  sessions: SessionStore
  trx: TransactionClientContract
}

/** From now on the first factor is enough. The user's other sessions end with it. False when there was no second one. */
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
