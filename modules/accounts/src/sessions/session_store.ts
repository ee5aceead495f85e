import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { statement } from '#modules/kernel/sql'
import type { CurrentUser } from '../current_user.ts'

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
  persona_name: string | null
  persona_description: string | null
  persona_personality: string | null
  persona_background: string | null
  is_stale: boolean
}

/** Runs with every call of a signed-in user. */
const findSession = statement<Row>(
  'accounts_find_session_1',
  `SELECT u.id, u.email, u.username, u.first_name, u.is_admin, u.limitless_enabled,
     u.persona_name, u.persona_description, u.persona_personality, u.persona_background,
     s.touched_at < now() - make_interval(mins => $1::int) AS is_stale
   FROM auth_sessions s JOIN users u ON u.id = s.user_id
   WHERE s.token_hash = $2 AND s.expires_at > now() AND u.disabled_at IS NULL`
)

/** Sessions in the database. Who may read its table still can't sign in: it keeps hashes of the tokens. */
export class SessionStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Whose session it is, in one read; null when it ended or its user is disabled. `stale`: time to `touch` it. */
  async find(token: string): Promise<{ user: CurrentUser; stale: boolean } | null> {
    const [row] = await findSession(this.#db.connection(), [touchEveryMinutes, hashed(token)])
    return row ? { user: toUser(row), stale: row.is_stale } : null
  }

  /**
   * Starts a session under a token never used before, and ends the one this browser had. Returns the token; null when the user
   * is disabled by now, or their password another than the one of `passwordHash`. The user's row is held until the session is
   * there: a password that changes at the same moment either sees the session, and ends it, or is seen here.
   */
  async open(userId: string, previousToken: string | null, passwordHash: string | null = null): Promise<string | null> {
    const token = randomBytes(32).toString('base64url')
    const { rows } = await this.#db.rawQuery<{ rows: unknown[] }>(
      `WITH previous AS (DELETE FROM auth_sessions WHERE token_hash = ?),
         outdated AS (
           DELETE FROM auth_sessions WHERE token_hash IN (
             SELECT token_hash FROM auth_sessions WHERE expires_at <= now() LIMIT 100 FOR UPDATE SKIP LOCKED
           )
         )
       INSERT INTO auth_sessions (token_hash, user_id, expires_at)
       SELECT ?, id, now() + make_interval(days => ?::int)
       FROM (SELECT id FROM users WHERE id = ?::uuid AND disabled_at IS NULL
               AND password_hash IS NOT DISTINCT FROM coalesce(?::text, password_hash)
             FOR SHARE) AS who
       RETURNING 1`,
      [previousToken === null ? null : hashed(previousToken), hashed(token), sessionDays, userId, passwordHash]
    )
    return rows.length > 0 ? token : null
  }

  /** Writes down that it is in use, which moves its end. */
  async touch(token: string) {
    await this.#db.rawQuery(
      `UPDATE auth_sessions SET touched_at = now(), expires_at = now() + make_interval(days => ?::int)
       WHERE token_hash = ? AND touched_at < now() - make_interval(mins => ?::int)`,
      [sessionDays, hashed(token), touchEveryMinutes]
    )
  }

  /** Whether it began so many minutes ago at most. */
  async isFresh(token: string | null, minutes: number): Promise<boolean> {
    if (token === null) return false
    const { rows } = await this.#db.rawQuery<{ rows: unknown[] }>(
      'SELECT FROM auth_sessions WHERE token_hash = ? AND created_at > now() - make_interval(mins => ?::int)',
      [hashed(token), minutes]
    )
    return rows.length > 0
  }

  async end(token: string) {
    await this.#db.rawQuery('DELETE FROM auth_sessions WHERE token_hash = ?', [hashed(token)])
  }

  /** Ends all sessions of a user, or all but one. With `trx`, together with what is the reason for it. */
  async endAll(
    userId: string,
    { except = null, trx }: { except?: string | null; trx?: TransactionClientContract } = {}
  ) {
    await (trx ?? this.#db).rawQuery(
      'DELETE FROM auth_sessions WHERE user_id = ?::uuid AND token_hash IS DISTINCT FROM ?::bytea',
      [userId, except === null ? null : hashed(except)]
    )
  }
}

const toUser = (row: Row): CurrentUser => ({
  id: row.id,
  email: row.email,
  username: row.username,
  firstName: row.first_name,
  isAdmin: row.is_admin,
  limitlessEnabled: row.limitless_enabled,
  persona: {
    name: row.persona_name || row.username || row.first_name || 'User',
    description: row.persona_description ?? '',
    personality: row.persona_personality ?? '',
    background: row.persona_background ?? '',
  },
})

const hashed = (token: string) => createHash('sha256').update(token).digest()
