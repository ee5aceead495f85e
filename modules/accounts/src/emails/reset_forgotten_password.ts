import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { PasswordHasher } from '../actions/sign_in.ts'
import { PasswordRules, type WeakPassword } from '../domain/password_rules.ts'
import { normalisedPassword } from '../domain/passwords.ts'
import { SessionStore } from '../sessions/session_store.ts'
import { EmailTokens } from './email_tokens.ts'
import { EmailVerification } from './email_verification.ts'

export type ForgottenPasswordRefusal =
  /** Expired, used, or never issued. */
  | { kind: 'invalid_token' }
  /** The new password is too easy to guess. The token still works. */
  | ({ kind: 'weak' } & WeakPassword)

/**
 * Sets a new password for the holder of a link, consumes the link and ends all sessions. Doesn't sign in, so that a second factor is still
 * required. Expects a validated new password. The link also verifies the address.
 */
@inject()
export class ResetForgottenPassword {
  constructor(
    private readonly db: Database,
    private readonly hash: PasswordHasher,
    private readonly sessions: SessionStore,
    private readonly passwords: PasswordRules,
    private readonly tokens: EmailTokens,
    private readonly verification: EmailVerification
  ) {}

  async run({
    token,
    newPassword,
    address,
  }: {
    token: string
    newPassword: string
    address: string
  }): Promise<Result<{ userId: string; email: string }, ForgottenPasswordRefusal>> {
    const { db, hash, sessions, passwords, tokens, verification } = this
    const holder = await tokens.owner('password_reset', token)
    if (!holder) return fail({ kind: 'invalid_token' })
    const weakness = await passwords.weakness(newPassword, holder)
    if (weakness) return fail({ kind: 'weak', ...weakness })
    const passwordHash = await hash.make(normalisedPassword(newPassword))
    return db.transaction(async (trx) => {
      const owner = await tokens.owner('password_reset', token, trx)
      if (!owner || !(await tokens.consume('password_reset', token, owner.userId, trx)))
        return fail({ kind: 'invalid_token' })
      await trx.rawQuery('UPDATE users SET password_hash = ?, updated_at = now() WHERE id = ?::uuid', [
        passwordHash,
        owner.userId,
      ])
      const isFirstProof = await verification.verify({ ...owner, address }, trx)
      // Another person may have opened the account with this address, and linked a sign-in of their own.
      if (isFirstProof) await trx.rawQuery('DELETE FROM user_identities WHERE user_id = ?::uuid', [owner.userId])
      await sessions.endAll(owner.userId, { trx })
      return ok(owner)
    })
  }
}
