import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Hook } from '#modules/kernel/hook'
import type { SessionStore } from '../sessions/session_store.ts'
import { builtInEmail } from './built_in_account.ts'

interface SetDisabledInput {
  userId: string
  isDisabled: boolean
  /** When a suspension ends. Null: the account stays disabled. */
  until: Date | null
  trx: TransactionClientContract
  disabled: Hook<{ userId: string }>
  enabled: Hook<{ userId: string }>
  sessions: SessionStore
}

/**
 * Disables or enables an account. Disabling ends all sessions and runs the `disabled` listeners, and enabling runs the
 * `enabled` listeners. Enabling restores no session. Disabling twice keeps the first date, and takes the second end.
 */
export const setDisabled = async (input: SetDisabledInput) => {
  const { userId, isDisabled, until, trx, disabled, enabled, sessions } = input
  const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
    `UPDATE users SET
       disabled_at = CASE WHEN :isDisabled THEN coalesce(disabled_at, now()) END,
       disabled_until = CASE WHEN :isDisabled THEN :until::timestamptz END, updated_at = now()
     WHERE id = :userId::uuid AND lower(email) <> :builtInEmail`,
    { userId, isDisabled, until: until?.toISOString() ?? null, builtInEmail } as never
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
