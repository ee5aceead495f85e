import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { Logger } from '@adonisjs/core/logger'
import { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { PasswordHasher } from '../actions/sign_in.ts'
import { SignInLimits } from '../actions/sign_in_limits.ts'
import { HashingBusy } from '../hashing/hashing_pool.ts'
import { readRecoveryCode, type RecoveryCode } from './recovery_codes.ts'
import { decryptSecret } from './encrypted_secret.ts'
import { stepOf } from './time_codes.ts'

export type CodeRefusal = { kind: 'wrong_code' } | { kind: 'too_many_codes'; retryAfterSeconds: number }

/**
 * Verifies and consumes a code of the app or a recovery code. Each code works once, also under concurrency. Wrong codes have a limit per
 * account that only a right code resets, because a right password resets the sign-in limits.
 */
@inject()
export class CheckCode {
  constructor(
    private readonly db: Database,
    private readonly encryption: Encryption,
    private readonly hash: PasswordHasher,
    private readonly limits: SignInLimits,
    private readonly logger: Logger
  ) {}

  async run(userId: string, typed: string): Promise<Result<null, CodeRefusal>> {
    const retryAfterSeconds = await this.limits.countCode(userId)
    if (retryAfterSeconds !== null) return fail({ kind: 'too_many_codes', retryAfterSeconds })
    const recoveryCode = readRecoveryCode(typed)
    const isRight = recoveryCode
      ? await this.#takeRecoveryCode(userId, recoveryCode).catch(async (error) => {
          if (error instanceof HashingBusy) await this.limits.uncountCode(userId)
          throw error
        })
      : await this.#takeTimeCode(userId, typed.replaceAll(/\s/g, ''))
    if (!isRight) return fail({ kind: 'wrong_code' })
    await this.limits.resetCodes(userId)
    return ok(null)
  }

  async #takeTimeCode(userId: string, code: string) {
    const { rows } = await this.db.rawQuery<{ rows: { secret: string }[] }>(
      `SELECT f.secret FROM second_factors f JOIN users u ON u.id = f.user_id
       WHERE f.user_id = ?::uuid AND u.second_factor_since IS NOT NULL`,
      [userId]
    )
    const sealed = rows[0]?.secret
    if (sealed === undefined) return false
    const secret = decryptSecret(this.encryption, userId, sealed)
    if (secret === null)
      this.logger.warn({ userId }, 'second factor is encrypted with an unknown APP_KEY: only recovery codes work')
    const step = secret === null ? null : stepOf(secret, code)
    if (step === null) return false
    const { rowCount } = await this.db.rawQuery<{ rowCount: number }>(
      `UPDATE second_factors SET last_step = ?
       WHERE user_id = ?::uuid AND secret = ? AND coalesce(last_step < ?::bigint, true)`,
      [step, userId, sealed, step]
    )
    return rowCount > 0
  }

  async #takeRecoveryCode(userId: string, { mark, code }: RecoveryCode) {
    const { rows } = await this.db.rawQuery<{ rows: { code_hash: string }[] }>(
      'SELECT code_hash FROM recovery_codes WHERE user_id = ?::uuid AND mark = ?',
      [userId, mark]
    )
    const codeHash = rows[0]?.code_hash
    if (codeHash === undefined || !(await this.hash.verify(codeHash, code))) return false
    const { rowCount } = await this.db.rawQuery<{ rowCount: number }>(
      'DELETE FROM recovery_codes WHERE user_id = ?::uuid AND mark = ? AND code_hash = ?',
      [userId, mark, codeHash]
    )
    return rowCount > 0
  }
}
