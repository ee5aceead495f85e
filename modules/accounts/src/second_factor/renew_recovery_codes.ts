import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { PasswordHasher } from '../actions/sign_in.ts'
import { hashNewRecoveryCodes, storeRecoveryCodes } from './store_recovery_codes.ts'

/** Replaces the recovery codes. The previous ones stop working. */
@inject()
export class RenewRecoveryCodes {
  constructor(
    private readonly db: Database,
    private readonly hash: PasswordHasher
  ) {}

  async run(userId: string): Promise<Result<string[], { kind: 'off' }>> {
    const codes = await hashNewRecoveryCodes(this.hash)
    return this.db.transaction(async (trx) => {
      // Locked, so that two concurrent renewals don't mix their codes.
      const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
        'SELECT FROM users WHERE id = ?::uuid AND second_factor_since IS NOT NULL FOR UPDATE',
        [userId]
      )
      return rows.length === 0 ? fail({ kind: 'off' }) : ok(await storeRecoveryCodes(userId, codes, trx))
    })
  }
}
