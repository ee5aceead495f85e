import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { ResetRefusal } from '../../index.ts'
import { builtInEmail } from './built_in_account.ts'
import { passwordOwnerColumns, PasswordRules, type PasswordOwner } from '../domain/password_rules.ts'
import { normalisedPassword } from '../domain/passwords.ts'
import { SessionStore } from '../sessions/session_store.ts'
import { PasswordHasher } from './sign_in.ts'
import { hasEmail } from '../domain/directories.ts'

/** Sets a user's password on behalf of the operator and ends all of their sessions. Expects a validated password. */
@inject()
export class ResetPassword {
  constructor(
    private readonly db: Database,
    private readonly hash: PasswordHasher,
    private readonly sessions: SessionStore,
    private readonly passwords: PasswordRules
  ) {}

  async run(
    email: string,
    password: string,
    outer?: TransactionClientContract
  ): Promise<Result<{ userId: string }, ResetRefusal>> {
    const { rows } = await (outer ?? this.db).rawQuery<{ rows: PasswordOwner[] }>(
      `SELECT ${passwordOwnerColumns} FROM users WHERE ${hasEmail}`,
      [email]
    )
    const weakness = await this.passwords.weakness(password, rows[0] ?? { email })
    if (weakness) return fail({ kind: 'invalid', field: 'password', ...weakness })
    const passwordHash = await this.hash.make(normalisedPassword(password))
    return (outer ?? this.db).transaction(async (trx) => {
      // The built-in account has no password and never gets one.
      const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
        `UPDATE users SET password_hash = ?, updated_at = now()
         WHERE ${hasEmail} AND lower(email) <> ? RETURNING id`,
        [passwordHash, email, builtInEmail]
      )
      const user = rows[0]
      if (!user) return fail({ kind: 'unknown_user' })
      await this.sessions.endAll(user.id, { trx })
      return ok({ userId: user.id })
    })
  }
}
