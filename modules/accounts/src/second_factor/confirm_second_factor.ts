import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { PasswordHasher } from '../actions/sign_in.ts'
import { limits } from '../domain/limits.ts'
import { SessionStore } from '../sessions/session_store.ts'
import { decryptSecret } from './encrypted_secret.ts'
import { hashNewRecoveryCodes, storeRecoveryCodes } from './store_recovery_codes.ts'
import { stepOf } from './time_codes.ts'

export type ConfirmRefusal =
  | { kind: 'wrong_code' }
  /** No setup is in progress, or it expired. */
  | { kind: 'not_begun' }
  | { kind: 'on_already' }

interface Confirming {
  userId: string
  code: string
  /** Token of the session to keep. */
  token: string | null
}

interface Row {
  secret: string
  is_on: boolean
  is_open: boolean
}

/**
 * Turns the second factor on after a right code, returns the recovery codes and ends the user's other sessions, which started without it.
 */
@inject()
export class ConfirmSecondFactor {
  constructor(
    private readonly db: Database,
    private readonly encryption: Encryption,
    private readonly hash: PasswordHasher,
    private readonly sessions: SessionStore
  ) {}

  async run({ userId, code, token }: Confirming): Promise<Result<string[], ConfirmRefusal>> {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT f.secret, u.second_factor_since IS NOT NULL AS is_on,
         f.begun_at > now() - make_interval(mins => ?::int) AS is_open
       FROM second_factors f JOIN users u ON u.id = f.user_id WHERE f.user_id = ?::uuid`,
      [limits.secondFactorSetupMinutes, userId]
    )
    const begun = rows[0]
    if (begun?.is_on) return fail({ kind: 'on_already' })
    const secret = begun?.is_open ? decryptSecret(this.encryption, userId, begun.secret) : null
    if (!begun || secret === null) return fail({ kind: 'not_begun' })
    const step = stepOf(secret, code.replaceAll(/\s/g, ''))
    if (step === null) return fail({ kind: 'wrong_code' })

    const codes = await hashNewRecoveryCodes(this.hash)
    return this.db.transaction(async (trx) => {
      // A concurrent sign-in locks the row. Its session either exists before this update and ends below, or fails to start.
      const { rowCount: wasOff } = await trx.rawQuery<{ rowCount: number }>(
        `UPDATE users SET second_factor_since = clock_timestamp(), updated_at = now()
         WHERE id = ?::uuid AND second_factor_since IS NULL`,
        [userId]
      )
      if (wasOff === 0) return fail({ kind: 'on_already' })
      const { rowCount: isSame } = await trx.rawQuery<{ rowCount: number }>(
        'UPDATE second_factors SET last_step = ? WHERE user_id = ?::uuid AND secret = ?',
        [step, userId, begun.secret]
      )
      // Setup was restarted with another secret.
      if (isSame === 0) {
        await trx.rawQuery('UPDATE users SET second_factor_since = NULL WHERE id = ?::uuid', [userId])
        return fail({ kind: 'wrong_code' })
      }
      const texts = await storeRecoveryCodes(userId, codes, trx)
      await this.sessions.endAll(userId, { except: token, trx })
      return ok(texts)
    })
  }
}
