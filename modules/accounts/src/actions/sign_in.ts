import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { normalisedPassword } from '../domain/passwords.ts'
import { hasEmail } from '../domain/directories.ts'

/** `userId` is for the log only. The response must not reveal whether the e-mail has an account. */
export type SignInRefusal = { kind: 'wrong'; userId: string | null } | { kind: 'disabled'; userId: string }

export abstract class PasswordHasher {
  abstract make(password: string): Promise<string>
  abstract verify(hash: string, password: string): Promise<boolean>
}

interface Row {
  id: string
  password_hash: string | null
  factor_since: string | null
  is_disabled: boolean
}

/** The verified credentials as stored. A session starts only while they are unchanged. */
export interface VerifiedCredentials {
  userId: string
  passwordHash: string
  /** When the second factor was turned on, as PostgreSQL formats it. Null when it is off. */
  factorSince: string | null
}

/**
 * Verifies an e-mail and a password. An unknown e-mail, an account without a password and a wrong password return the same refusal and
 * cost one hash verification each, so neither the response nor its timing reveals which e-mails have accounts.
 */
@inject()
export class SignIn {
  #dummyHash?: Promise<string>

  constructor(
    private readonly db: Database,
    private readonly hash: PasswordHasher
  ) {}

  async run(email: string, password: string): Promise<Result<VerifiedCredentials, SignInRefusal>> {
    // Created before the lookup, so that the first unknown e-mail doesn't take longer than the others.
    const dummyHash = await (this.#dummyHash ??= this.#makeDummyHash())
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT id, password_hash, second_factor_since::text AS factor_since, disabled_at IS NOT NULL AS is_disabled
       FROM users WHERE ${hasEmail}`,
      [email]
    )
    const user = rows[0]
    const matches = await this.hash.verify(user?.password_hash ?? dummyHash, normalisedPassword(password))
    if (!user?.password_hash || !matches) return fail({ kind: 'wrong', userId: user?.id ?? null })
    if (user.is_disabled) return fail({ kind: 'disabled', userId: user.id })
    return ok({ userId: user.id, passwordHash: user.password_hash, factorSince: user.factor_since })
  }

  /** Resets after a failure, so the next call tries again. */
  #makeDummyHash() {
    return this.hash.make('dummy password').catch((error) => {
      this.#dummyHash = undefined
      throw error
    })
  }
}
