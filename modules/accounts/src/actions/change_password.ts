import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { limits } from '../domain/limits.ts'
import { passwordOwnerColumns, PasswordRules, type PasswordOwner, type WeakPassword } from '../domain/password_rules.ts'
import { normalisedPassword } from '../domain/passwords.ts'
import { SessionStore } from '../sessions/session_store.ts'
import { verifyOwner, type OwnerRefusal, type OwnerProof } from './verify_owner.ts'
import { PasswordHasher } from './sign_in.ts'

export type ChangeRefusal =
  | OwnerRefusal
  /** The owner is verified, but the new password is too easy to guess. */
  | ({ kind: 'weak' } & WeakPassword)

interface NewPassword extends OwnerProof {
  userId: string
  newPassword: string
}

/**
 * Changes the password after verifying the current one, or sets the first password after a recent proof. Ends the user's other sessions in
 * the same transaction. Expects a validated new password.
 */
@inject()
export class ChangePassword {
  constructor(
    private readonly db: Database,
    private readonly hash: PasswordHasher,
    private readonly sessions: SessionStore,
    private readonly passwords: PasswordRules
  ) {}

  async run(change: NewPassword): Promise<Result<null, ChangeRefusal>> {
    const { userId, newPassword, token } = change
    const { rows } = await this.db.rawQuery<{ rows: ({ password_hash: string | null } & PasswordOwner)[] }>(
      `SELECT password_hash, ${passwordOwnerColumns} FROM users WHERE id = ?::uuid`,
      [userId]
    )
    const [user] = rows
    const present = user?.password_hash ?? null
    const refusal = await verifyOwner(change, {
      hash: this.hash,
      sessions: this.sessions,
      passwordHash: present,
      withinMinutes: limits.proofMinutes,
    })
    if (refusal) return fail(refusal)
    const weakness = await this.passwords.weakness(newPassword, user ?? { email: '' })
    if (weakness) return fail({ kind: 'weak', ...weakness })

    const next = await this.hash.make(normalisedPassword(newPassword))
    return this.db.transaction(async (trx) => {
      const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
        `UPDATE users SET password_hash = ?, updated_at = now()
         WHERE id = ?::uuid AND password_hash IS NOT DISTINCT FROM ?::text`,
        [next, userId, present] as never
      )
      // A concurrent change won, so the current password given here is no longer right.
      if (rowCount === 0) return fail({ kind: 'wrong' })
      await this.sessions.endAll(userId, { except: token, trx })
      return ok(null)
    })
  }
}
