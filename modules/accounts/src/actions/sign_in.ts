import type { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { normalisedPassword } from '../domain/passwords.ts'

/** `userId`, whoever has that e-mail, is for the log alone: who asks gets one answer. */
export type SignInRefusal = { kind: 'wrong'; userId: string | null } | { kind: 'disabled'; userId: string }

export interface PasswordHasher {
  make(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

interface Row {
  id: string
  password_hash: string | null
  factor_since: string | null
  is_disabled: boolean
}

/** What was shown, as it is kept: a session begins only while it is still so. */
export interface VerifiedCredentials {
  userId: string
  passwordHash: string
  /** Since when a second factor is asked for as well; null when none is. As the database writes it. */
  factorSince: string | null
}

/**
 * Checks who someone says they are. An unknown e-mail, an account without a password and a wrong password are one
 * outcome, and each costs one verification, so that neither the answer nor its time tells which e-mails have an account.
 * The hash goes with the outcome, so that a session begins only while it is still the user's.
 */
export class SignIn {
  readonly #db: Database
  readonly #hash: PasswordHasher
  #dummyHash?: Promise<string>

  constructor(db: Database, hash: PasswordHasher) {
    this.#db = db
    this.#hash = hash
  }

  async run(email: string, password: string): Promise<Result<VerifiedCredentials, SignInRefusal>> {
    // Made before the lookup for every caller, or the first unknown e-mail would take longer than the rest.
    const dummyHash = await (this.#dummyHash ??= this.#makeDummyHash())
    const { rows } = await this.#db.rawQuery<{ rows: Row[] }>(
      `SELECT id, password_hash, second_factor_since::text AS factor_since, disabled_at IS NOT NULL AS is_disabled
       FROM users WHERE lower(email) = lower(?)`,
      [email]
    )
    const user = rows[0]
    const matches = await this.#hash.verify(user?.password_hash ?? dummyHash, normalisedPassword(password))
    if (!user?.password_hash || !matches) return fail({ kind: 'wrong', userId: user?.id ?? null })
    if (user.is_disabled) return fail({ kind: 'disabled', userId: user.id })
    return ok({ userId: user.id, passwordHash: user.password_hash, factorSince: user.factor_since })
  }

  /** Made again after a failure. */
  #makeDummyHash() {
    return this.#hash.make('dummy password').catch((error) => {
      this.#dummyHash = undefined
      throw error
    })
  }
}
