import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '@adonisjs/lucid/database'
import type { CurrentUser } from '../../index.ts'

/** A session ends when it was not used for so long. */
export const sessionDays = 30
/** How long a session may be used before that is written down: a write per call would cost more than it tells. */
const touchEveryMinutes = 10

interface Row {
  id: string
  email: string
  username: string | null
  first_name: string | null
  is_admin: boolean
  limitless_enabled: boolean
  is_stale: boolean
}

/** Sessions in the database. Who may read its table still can't sign in: it keeps hashes of the tokens. */
export class SessionStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Whose session it is, in one read; null when it ended or its user is disabled. `stale`: time to `touch` it. */
  async find(token: string): Promise<{ user: CurrentUser; stale: boolean } | null> {
    const { rows } = await this.#db.rawQuery<{ rows: Row[] }>(
      `SELECT u.id, u.email, u.username, u.first_name, u.is_admin, u.limitless_enabled,
         s.touched_at < now() - make_interval(mins => ?::int) AS is_stale
       FROM auth_sessions s JOIN users u ON u.id = s.user_id
       WHERE s.token_hash = ? AND s.expires_at > now() AND u.disabled_at IS NULL`,
      [touchEveryMinutes, hashed(token)]
    )
    const row = rows[0]
    if (!row) return null
    const { id, email, username, first_name, is_admin, limitless_enabled, is_stale } = row
    const user = { id, email, username, firstName: first_name, isAdmin: is_admin, limitlessEnabled: limitless_enabled }
    return { user, stale: is_stale }
  }

  /** Starts a session under a token never used before, and ends the one this browser had. Returns the token. */
  async open(userId: string, previousToken: string | null): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await this.#db.rawQuery(
      `WITH previous AS (DELETE FROM auth_sessions WHERE token_hash = ?),
         outdated AS (
           DELETE FROM auth_sessions WHERE token_hash IN (
             SELECT token_hash FROM auth_sessions WHERE expires_at <= now() LIMIT 100 FOR UPDATE SKIP LOCKED
           )
         )
       INSERT INTO auth_sessions (token_hash, user_id, expires_at)
       VALUES (?, ?::uuid, now() + make_interval(days => ?::int))`,
      [previousToken === null ? null : hashed(previousToken), hashed(token), userId, sessionDays]
    )
    return token
  }

  /** Writes down that it is in use, which moves its end. */
  async touch(token: string) {
    await this.#db.rawQuery(
      `UPDATE auth_sessions SET touched_at = now(), expires_at = now() + make_interval(days => ?::int)
       WHERE token_hash = ? AND touched_at < now() - make_interval(mins => ?::int)`,
      [sessionDays, hashed(token), touchEveryMinutes]
    )
  }

  async end(token: string) {
    await this.#db.rawQuery('DELETE FROM auth_sessions WHERE token_hash = ?', [hashed(token)])
  }
}

const hashed = (token: string) => createHash('sha256').update(token).digest()
