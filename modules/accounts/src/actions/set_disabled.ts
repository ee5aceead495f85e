import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Hook } from '#modules/kernel/hook'
import type { SessionStore } from '../sessions/session_store.ts'
import { builtInEmail } from './built_in_account.ts'

interface SetDisabledInput {
  userId: string
  isDisabled: boolean
  trx: TransactionClientContract
  disabled: Hook<{ userId: string }>
  enabled: Hook<{ userId: string }>
  sessions: SessionStore
}

/**
 * Disables or enables an account. Disabling ends all sessions and runs the `disabled` listeners, and enabling runs the
 * `enabled` listeners. Enabling restores no session. Disabling twice keeps the first date.
 */
export const setDisabled = async ({ userId, isDisabled, trx, disabled, enabled, sessions }: SetDisabledInput) => {
  const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
    `UPDATE users SET disabled_at = CASE WHEN ? THEN coalesce(disabled_at, now()) END, updated_at = now()
     WHERE id = ?::uuid AND lower(email) <> ?`,
    [isDisabled, userId, builtInEmail]
  )
  if (rowCount === 0) return false
  if (!isDisabled) {
    await enabled.run({ userId }, trx)
    return true
  }
  await sessions.endAll(userId, { trx })
  await disabled.run({ userId }, trx)
  return true
}
