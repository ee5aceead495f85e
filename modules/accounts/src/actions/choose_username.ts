import type { Database } from '@adonisjs/lucid/database'
import { fail, ok, type Result } from '#modules/kernel/result'
import { violatedConstraint } from '#modules/kernel/sql'
import { usernameProblem } from '../domain/usernames.ts'
import { isReservedUsername } from '../domain/reserved_usernames.ts'

export type UsernameRefusal = { kind: 'ill_formed'; message: string } | { kind: 'taken' }

/** Names people, once each. The database decides who was first. */
export class ChooseUsername {
  readonly #db: Database
  readonly #productName: string

  constructor(db: Database, { productName }: { productName: string }) {
    this.#db = db
    this.#productName = productName
  }

  async run(userId: string, username: string): Promise<Result<null, UsernameRefusal>> {
    const refusal = await this.#refusal(userId, username)
    if (refusal) return fail(refusal)
    try {
      await this.#db.rawQuery('UPDATE users SET username = ?, updated_at = now() WHERE id = ?::uuid', [
        username,
        userId,
      ])
      return ok(null)
    } catch (error) {
      if (violatedConstraint(error) === 'users_username_unique') return fail({ kind: 'taken' })
      throw error
    }
  }

  /** Whether this user could have the name now. Their own name is theirs. */
  async check(userId: string, username: string): Promise<Result<null, UsernameRefusal>> {
    const refusal = await this.#refusal(userId, username)
    if (refusal) return fail(refusal)
    const { rows } = await this.#db.rawQuery<{ rows: unknown[] }>(
      'SELECT FROM users WHERE lower(username) = lower(?) AND id <> ?::uuid',
      [username, userId]
    )
    return rows.length > 0 ? fail({ kind: 'taken' }) : ok(null)
  }

  /** What can be said before anyone else's name is looked at. A reserved name that somebody has stays theirs. */
  async #refusal(userId: string, username: string): Promise<UsernameRefusal | null> {
    const message = usernameProblem(username)
    if (message) return { kind: 'ill_formed', message }
    if (!isReservedUsername(username, this.#productName)) return null
    const { rows } = await this.#db.rawQuery<{ rows: unknown[] }>(
      'SELECT FROM users WHERE lower(username) = lower(?) AND id = ?::uuid',
      [username, userId]
    )
    return rows.length > 0 ? null : { kind: 'taken' }
  }
}
