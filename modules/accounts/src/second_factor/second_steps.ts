import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { deleteExpired, newToken, tokenHash } from '../domain/token.ts'

export const secondStepMinutes = 10

/** The verified first factor. The session starts only while all of it is unchanged. */
export interface FirstStep {
  userId: string
  /** Null after a sign-in with a provider. */
  passwordHash: string | null
  /** When the second factor was turned on, as PostgreSQL formats it. */
  factorSince: string
  /** Path to redirect to afterwards. */
  next: string
}

export type SecondStep = FirstStep & { email: string }

/** Sign-ins between their first and second step. The token is not a session and never becomes one. */
@inject()
export class SecondSteps {
  constructor(private readonly db: Database) {}

  /** Stores the first step and returns the token for the browser. */
  async begin({ userId, passwordHash, factorSince, next }: FirstStep): Promise<string> {
    const token = newToken()
    await this.db.rawQuery(
      `WITH outdated AS (${deleteExpired('second_steps')})
       INSERT INTO second_steps (token_hash, user_id, password_hash, factor_since, next, expires_at)
       VALUES (?, ?::uuid, ?::text, ?::timestamptz, ?, now() + make_interval(mins => ?::int))`,
      [tokenHash(token), userId, passwordHash, factorSince, next, secondStepMinutes] as never
    )
    return token
  }

  /** Returns null when the step expired or doesn't exist. */
  async find(token: string | null): Promise<SecondStep | null> {
    if (token === null) return null
    const { rows } = await this.db.rawQuery<{ rows: SecondStep[] }>(
      `SELECT s.user_id AS "userId", s.password_hash AS "passwordHash", s.factor_since::text AS "factorSince", s.next, u.email
       FROM second_steps s JOIN users u ON u.id = s.user_id WHERE s.token_hash = ? AND s.expires_at > now()`,
      [tokenHash(token)]
    )
    return rows[0] ?? null
  }

  /** Returns when the user's second factor was turned on, or null when it is off. */
  async factorSince(userId: string): Promise<string | null> {
    const { rows } = await this.db.rawQuery<{ rows: { since: string | null }[] }>(
      'SELECT second_factor_since::text AS since FROM users WHERE id = ?::uuid',
      [userId]
    )
    return rows[0]?.since ?? null
  }

  async end(token: string) {
    await this.db.rawQuery('DELETE FROM second_steps WHERE token_hash = ?', [tokenHash(token)])
  }
}
