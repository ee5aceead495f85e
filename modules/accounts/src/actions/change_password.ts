import type { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import type { PasswordRules, WeakPassword } from '../domain/password_rules.ts'
import { normalisedPassword } from '../domain/passwords.ts'
import type { SessionStore } from '../sessions/session_store.ts'
import type { PasswordHasher } from './sign_in.ts'

/** `weak`: the present one was right, or there was none, and the new one is guessed too easily. */
export type ChangeRefusal = { kind: 'wrong' } | { kind: 'missing' } | ({ kind: 'weak' } & WeakPassword)

interface NewPassword {
  userId: string
  /** Null or not, nobody looks at it where there is none yet. */
  currentPassword: string | null
  newPassword: string
  /** The session that goes on. */
  token: string | null
}

/** Changes a password for who knows the present one, or sets the first, and ends the user's other sessions with it. Expects a validated new one. */
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

  async run({ userId, currentPassword, newPassword, token }: NewPassword): Promise<Result<null, ChangeRefusal>> {
    const { rows } = await this.#db.rawQuery<{ rows: { password_hash: string | null; email: string }[] }>(
      'SELECT password_hash, email FROM users WHERE id = ?::uuid',
      [userId]
    )
    const present = rows[0]?.password_hash ?? null
    if (present !== null) {
      if (currentPassword === null) return fail({ kind: 'missing' })
      if (!(await this.#hash.verify(present, normalisedPassword(currentPassword)))) return fail({ kind: 'wrong' })
    }
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
}
