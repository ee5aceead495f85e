import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { statement } from '#modules/kernel/sql'
import type { CurrentUser } from '../current_user.ts'
import { limits } from '../domain/limits.ts'
import { newToken, tokenHash } from '../domain/token.ts'

/** How long sessions last, in days. */
export interface SessionTimes {
  /** One that is not used so long is over. */
  idleDays: number
  /** However much it is used, it is over so long after the sign-in. */
  longestDays: number
}

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
  has_second_factor: boolean
  is_stale: boolean
}

/** Runs with every call of a signed-in user. */
const findSession = statement<Row>(
  'accounts_find_session',
  `SELECT u.id, u.email, u.username, u.first_name, u.is_admin, u.limitless_enabled,
     u.persona_name, u.persona_description, u.persona_personality, u.persona_background,
     u.second_factor_since IS NOT NULL AS has_second_factor,
     s.touched_at < now() - make_interval(mins => $1::int) AS is_stale
   FROM auth_sessions s JOIN users u ON u.id = s.user_id
   WHERE s.token_hash = $2 AND s.expires_at > now() AND u.disabled_at IS NULL`
)

export interface OpenSession {
  id: string
  device: string | null
  createdAt: Date
  /** Written down every ten minutes. */
  lastUsedAt: Date
  /** Unless it is used again, and at the latest when it has lasted as long as one may. */
  expiresAt: Date
  isCurrent: boolean
}

/** What begins with a session. */
export interface NewSession {
  userId: string
  /** Of the session that this browser had. */
  previousToken?: string | null
  /** Of the password that was shown; null when another way in was taken. */
  passwordHash?: string | null
  /** Of the second factor that was shown; null when none was. */
  factorSince?: string | null
  /** What it is begun with, in words. */
  device?: string | null
}

/** Sessions in the database. Who may read its table still can't sign in: it keeps hashes of the tokens. */
export class SessionStore {
  readonly #db: Database
  readonly #times: SessionTimes

  constructor(db: Database, times: SessionTimes) {
    this.#db = db
    this.#times = times
  }

  /** Whose session it is, in one read; null when it ended or its user is disabled. `stale`: time to `touch` it. */
  async find(token: string): Promise<{ user: CurrentUser; stale: boolean } | null> {
    const [row] = await findSession(this.#db.connection(), [touchEveryMinutes, tokenHash(token)])
    return row ? { user: toUser(row), stale: row.is_stale } : null
  }

  /**
   * Starts a session under a token never used before, and ends the one this browser had. Returns the token; null when the user
   * is disabled by now, their password another than the one of `passwordHash`, or their second factor another than the one that was
   * shown. The user's row is held until the session is there: a password or a factor that changes at the same moment either sees
   * the session, and ends it, or is seen here.
   */
  async open({
    userId,
    previousToken = null,
    passwordHash = null,
    factorSince = null,
    device = null,
  }: NewSession): Promise<string | null> {
    const token = newToken()
    const { rows } = await this.#db.rawQuery<{ rows: unknown[] }>(
      `WITH previous AS (DELETE FROM auth_sessions WHERE token_hash = ?),
         outdated AS (
           DELETE FROM auth_sessions WHERE token_hash IN (
             SELECT token_hash FROM auth_sessions WHERE expires_at <= now() LIMIT 100 FOR UPDATE SKIP LOCKED
           )
         )
       INSERT INTO auth_sessions (token_hash, user_id, device, expires_at)
       SELECT ?, id, ?::text, now() + make_interval(days => ?::int)
       FROM (SELECT id FROM users WHERE id = ?::uuid AND disabled_at IS NULL
               AND password_hash IS NOT DISTINCT FROM coalesce(?::text, password_hash)
               AND second_factor_since IS NOT DISTINCT FROM ?::timestamptz
             FOR SHARE) AS who
       RETURNING 1`,
      [
        previousToken === null ? null : tokenHash(previousToken),
        tokenHash(token),
        device,
        Math.min(this.#times.idleDays, this.#times.longestDays),
        userId,
        passwordHash,
        factorSince,
      ]
    )
    return rows.length > 0 ? token : null
  }

  /**
   * Writes down that it is in use, which moves its end, as far as it goes. False when another request has just done so, or the session
   * has ended or goes on under another token by now.
   */
  async touch(token: string): Promise<boolean> {
    const { rowCount } = await this.#db.rawQuery<{ rowCount: number }>(
      `UPDATE auth_sessions SET touched_at = now(),
         expires_at = least(now() + make_interval(days => ?::int), created_at + make_interval(days => ?::int))
       WHERE token_hash = ? AND touched_at < now() - make_interval(mins => ?::int)`,
      [this.#times.idleDays, this.#times.longestDays, tokenHash(token), touchEveryMinutes]
    )
    return rowCount > 0
  }

  /** Whether its owner has shown who they are so many minutes ago at most, by signing in or since. */
  async isProven(token: string | null, minutes: number): Promise<boolean> {
    if (token === null) return false
    const { rows } = await this.#db.rawQuery<{ rows: unknown[] }>(
      'SELECT FROM auth_sessions WHERE token_hash = ? AND proven_at > now() - make_interval(mins => ?::int)',
      [tokenHash(token), minutes]
    )
    return rows.length > 0
  }

  /** Its owner has shown again who they are. It goes on under a new token; null when it has ended meanwhile. */
  async prove(token: string): Promise<string | null> {
    const next = newToken()
    const { rows } = await this.#db.rawQuery<{ rows: unknown[] }>(
      'UPDATE auth_sessions SET token_hash = ?, proven_at = now() WHERE token_hash = ? AND expires_at > now() RETURNING 1',
      [tokenHash(next), tokenHash(token)]
    )
    return rows.length > 0 ? next : null
  }

  /** Those of a user that have not ended, after the one of this token the last used first. */
  async list(userId: string, token: string | null): Promise<OpenSession[]> {
    const { rows } = await this.#db.rawQuery<{ rows: OpenSession[] }>(
      `SELECT id, device, created_at AS "createdAt", touched_at AS "lastUsedAt", expires_at AS "expiresAt",
         token_hash IS NOT DISTINCT FROM ?::bytea AS "isCurrent"
       FROM auth_sessions WHERE user_id = ?::uuid AND expires_at > now()
       ORDER BY "isCurrent" DESC, touched_at DESC, id DESC LIMIT ?`,
      [token === null ? null : tokenHash(token), userId, limits.sessionsListed]
    )
    return rows
  }

  /** Ends one of a user's own. False when they have none of this id. */
  async endOne(userId: string, id: string): Promise<boolean> {
    const { rowCount } = await this.#db.rawQuery<{ rowCount: number }>(
      'DELETE FROM auth_sessions WHERE id = ?::uuid AND user_id = ?::uuid AND expires_at > now()',
      [id, userId]
    )
    return rowCount > 0
  }

  async end(token: string) {
    await this.#db.rawQuery('DELETE FROM auth_sessions WHERE token_hash = ?', [tokenHash(token)])
  }

  /** Ends all sessions of a user, or all but one. With `trx`, together with what is the reason for it. */
  async endAll(
    userId: string,
    { except = null, trx }: { except?: string | null; trx?: TransactionClientContract } = {}
  ) {
    await (trx ?? this.#db).rawQuery(
      'DELETE FROM auth_sessions WHERE user_id = ?::uuid AND token_hash IS DISTINCT FROM ?::bytea',
      [userId, except === null ? null : tokenHash(except)]
    )
  }
}

const toUser = (row: Row): CurrentUser => ({
  id: row.id,
  email: row.email,
  username: row.username,
  firstName: row.first_name,
  isAdmin: row.is_admin,
  hasSecondFactor: row.has_second_factor,
  limitlessEnabled: row.limitless_enabled,
  persona: {
    name: row.persona_name || row.username || row.first_name || 'User',
    description: row.persona_description ?? '',
    personality: row.persona_personality ?? '',
    background: row.persona_background ?? '',
  },
})
