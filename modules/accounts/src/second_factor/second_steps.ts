import type { Database } from '@adonisjs/lucid/database'
import { newToken, tokenHash } from '../domain/token.ts'

/** How long somebody may look for their phone. */
export const secondStepMinutes = 10

/** The first factor as it was shown. A session begins only while all of it is still so. */
export interface FirstStep {
  userId: string
  /** Null for who came by a provider. */
  passwordHash: string | null
  /** Since when the second factor is asked for, as the database writes it. */
  factorSince: string
  /** Where to go afterwards. */
  next: string
}

export type SecondStep = FirstStep & { email: string }

/** Sign-ins of which the first factor was shown and the second was not. What the browser holds is no session and never becomes one. */
export class SecondSteps {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Gives the token by which the browser is known. */
  async begin({ userId, passwordHash, factorSince, next }: FirstStep): Promise<string> {
    const token = newToken()
    await this.#db.rawQuery(
      `WITH outdated AS (
         DELETE FROM second_steps WHERE token_hash IN (
           SELECT token_hash FROM second_steps WHERE expires_at <= now() LIMIT 100 FOR UPDATE SKIP LOCKED
         )
       )
       INSERT INTO second_steps (token_hash, user_id, password_hash, factor_since, next, expires_at)
       VALUES (?, ?::uuid, ?::text, ?::timestamptz, ?, now() + make_interval(mins => ?::int))`,
      [tokenHash(token), userId, passwordHash, factorSince, next, secondStepMinutes] as never
    )
    return token
  }

  /** Null when it took too long, or was something else. */
  async find(token: string | null): Promise<SecondStep | null> {
    if (token === null) return null
    const { rows } = await this.#db.rawQuery<{ rows: SecondStep[] }>(
      `SELECT s.user_id AS "userId", s.password_hash AS "passwordHash", s.factor_since::text AS "factorSince", s.next, u.email
       FROM second_steps s JOIN users u ON u.id = s.user_id WHERE s.token_hash = ? AND s.expires_at > now()`,
      [tokenHash(token)]
    )
    return rows[0] ?? null
  }

  /** Since when somebody's second factor is asked for; null when none is. */
  async factorSince(userId: string): Promise<string | null> {
    const { rows } = await this.#db.rawQuery<{ rows: { since: string | null }[] }>(
      'SELECT second_factor_since::text AS since FROM users WHERE id = ?::uuid',
      [userId]
    )
    return rows[0]?.since ?? null
  }

  async end(token: string) {
    await this.#db.rawQuery('DELETE FROM second_steps WHERE token_hash = ?', [tokenHash(token)])
  }
}
