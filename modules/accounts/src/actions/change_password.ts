import type { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { limits } from '../domain/limits.ts'
import type { PasswordRules, WeakPassword } from '../domain/password_rules.ts'
import { normalisedPassword } from '../domain/passwords.ts'
import type { SessionStore } from '../sessions/session_store.ts'
import type { PasswordHasher } from './sign_in.ts'

export type ChangeRefusal =
  | { kind: 'wrong' }
  | { kind: 'missing' }
  /** There is none to ask for, and it is too long ago that the session's owner showed who they are. */
  | { kind: 'unproven' }
  /** It is the owner who asks, and the new one is guessed too easily. */
  | ({ kind: 'weak' } & WeakPassword)

interface NewPassword {
  userId: string
  /** Null or not, nobody looks at it where there is none yet. */
  currentPassword: string | null
  newPassword: string
  /** Of the session that asks, which goes on. */
  token: string | null
}

/**
 * Changes a password for who knows the present one, or sets the first for who has lately shown who they are, and ends the user's other
 * sessions with it. Expects a validated new one.
 */
export class ChangePassword {
  readonly #db: Database
  readonly #hash: PasswordHasher
  readonly #sessions: SessionStore
  readonly #passwords: PasswordRules

  constructor(db: Database, hash: PasswordHasher, sessions: SessionStore, passwords: PasswordRules) {
    this.#db = db
    this.#hash = hash
    this.#sessions = sessions
    this.#passwords = passwords
  }

  async run(change: NewPassword): Promise<Result<null, ChangeRefusal>> {
    const { userId, newPassword, token } = change
    const { rows } = await this.#db.rawQuery<{ rows: { password_hash: string | null; email: string }[] }>(
      'SELECT password_hash, email FROM users WHERE id = ?::uuid',
      [userId]
    )
    const present = rows[0]?.password_hash ?? null
    const doubt = await this.#doubt(change, present)
    if (doubt) return fail(doubt)
    const weakness = await this.#passwords.weakness(newPassword, rows[0]?.email ?? '')
    if (weakness) return fail({ kind: 'weak', ...weakness })

    const next = await this.#hash.make(normalisedPassword(newPassword))
    return this.#db.transaction(async (trx) => {
      const { rowCount } = await trx.rawQuery<{ rowCount: number }>(
        `UPDATE users SET password_hash = ?, updated_at = now()
         WHERE id = ?::uuid AND password_hash IS NOT DISTINCT FROM ?::text`,
        [next, userId, present] as never
      )
      // Somebody else was faster with the same password: theirs holds, and this one is wrong by now.
      if (rowCount === 0) return fail({ kind: 'wrong' })
      await this.#sessions.endAll(userId, { except: token, trx })
      return ok(null)
    })
  }

  /** Why it may be somebody else who asks; null when it is the owner. */
  async #doubt({ currentPassword, token }: NewPassword, present: string | null): Promise<ChangeRefusal | null> {
    if (present === null)
      return (await this.#sessions.isProven(token, limits.proofMinutes)) ? null : { kind: 'unproven' }
    if (currentPassword === null) return { kind: 'missing' }
    const isRight = await this.#hash.verify(present, normalisedPassword(currentPassword))
    return isRight ? null : { kind: 'wrong' }
  }
}
