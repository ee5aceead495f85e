import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { groupedStatement } from '#modules/kernel/grouped_statement'
import { Hook } from '#modules/kernel/hook'
import { pickAttributes } from '#modules/kernel/tables'
import { toPersona, type CurrentUser, type StoredPersona } from '../current_user.ts'
import { adultAccess, AgeSettings } from '../age/adult_access.ts'
import { limits } from '../domain/limits.ts'
import { isAdminRole } from '../domain/roles.ts'
import { deleteExpired, newToken, tokenHash } from '../domain/token.ts'
import { hasAgreed } from '../pages/agreement_sql.ts'
import { UserRow } from '../tables/user_row.ts'
import { Sessions, type EndedSessions } from './sessions.ts'

/** Lifetimes of sessions in days, from `config/sessions.ts`. */
export abstract class SessionTimes {
  /** A session ends after this long without use. */
  abstract readonly idleDays: number
  /** A session ends this long after its sign-in, even when in use. */
  abstract readonly longestDays: number
}

/** Use is recorded at most this often, because a write per request would be too costly. */
const touchEveryMinutes = 10

const shown = ['id', 'email', 'username', 'firstName', 'role', 'limitlessEnabled', 'ageMethod', 'sampling'] as const

/** A user with the default persona. */
interface Row extends Pick<UserRow, (typeof shown)[number]>, Omit<StoredPersona, 'id' | 'avatar'> {
  n: string
  sessionId: string
  hasSecondFactor: boolean
  hasAgreed: boolean
  isStale: boolean
}

/** SQL for the columns of a `Row`, apart from those of a session. */
const userColumns = `${pickAttributes(UserRow, shown, 'u')}, u.persona_name AS name, u.persona_description AS description,
       u.persona_personality AS personality, u.persona_background AS background, u.persona_lorebook_ids AS "lorebookIds",
       u.second_factor_since IS NOT NULL AS "hasSecondFactor", ${hasAgreed('u.id')} AS "hasAgreed"`

/** Runs with every request of a signed-in user. Requests of one turn of the event loop share an execution. */
const findSession = groupedStatement<Row, 'token_hash'>({
  label: 'accounts_find_session',
  columns: { token_hash: 'bytea' },
  text: `found AS (
     SELECT given.n, s.id AS "sessionId", ${userColumns},
       s.touched_at < now() - INTERVAL '${touchEveryMinutes} minutes' AS "isStale"
     FROM given JOIN auth_sessions s ON s.token_hash = given.token_hash JOIN users u ON u.id = s.user_id
     WHERE s.expires_at > now() AND u.disabled_at IS NULL
   )
   SELECT * FROM found`,
})

interface EndedRow {
  id: string
  userId: string
}

const ended = 'id, user_id AS "userId"'

export interface OpenSession {
  id: string
  device: string | null
  createdAt: Date
  /** Updated every ten minutes. */
  lastUsedAt: Date
  /** Use extends it, up to the session's maximum lifetime. */
  expiresAt: Date
  isCurrent: boolean
}

export interface NewSession {
  userId: string
  /** Token of the browser's previous session. */
  previousToken?: string | null
  /** Hash of the verified password. Null when the user signed in another way. */
  passwordHash?: string | null
  /** When the verified second factor was turned on. Null when there is none. */
  factorSince?: string | null
  /** Readable name of the device. */
  device?: string | null
}

/** Stores sessions with hashes of their tokens, so a leaked table doesn't let anyone sign in. */
@inject()
export class SessionStore extends Sessions {
  readonly ended = new Hook<EndedSessions>()

  constructor(
    private readonly db: Database,
    private readonly times: SessionTimes,
    private readonly age: AgeSettings
  ) {
    super()
  }

  /**
   * Reads the session's user and id, and whether they agreed to the newest terms and rules. Null when the session has ended or the user is
   * disabled. If `stale`, call `touch`.
   */
  async find(
    token: string
  ): Promise<{ user: CurrentUser; sessionId: string; hasAgreed: boolean; stale: boolean } | null> {
    const row = await findSession(this.db.connection(), { token_hash: tokenHash(token) })
    if (!row) return null
    const { isStale: stale, hasAgreed, sessionId, n: _n, ...user } = row
    return { user: toUser(user, this.age), sessionId, hasAgreed, stale }
  }

  /** Reads a user without a session, as `find` does. Null when the user is disabled or deleted. */
  async findUser(userId: string): Promise<{ user: CurrentUser; hasAgreed: boolean } | null> {
    const { rows } = await this.db.rawQuery<{ rows: Omit<Row, 'n' | 'isStale' | 'sessionId'>[] }>(
      `SELECT ${userColumns} FROM users u WHERE u.id = ?::uuid AND u.disabled_at IS NULL`,
      [userId]
    )
    if (!rows[0]) return null
    const { hasAgreed, ...user } = rows[0]
    return { user: toUser(user, this.age), hasAgreed }
  }

  /**
   * Starts a session and ends the browser's previous one. Returns the new token, or null when the user was disabled, or the password or
   * second factor changed since verification. Locks the user's row until the session exists, so a concurrent change of either makes this
   * call return null, or ends the new session.
   */
  async open({
    userId,
    previousToken = null,
    passwordHash = null,
    factorSince = null,
    device = null,
  }: NewSession): Promise<string | null> {
    const token = newToken()
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery<{ rows: [{ isOpen: boolean; ended: EndedRow[] }] }>(
        `WITH previous AS (DELETE FROM auth_sessions WHERE token_hash = ? RETURNING ${ended}),
           outdated AS (${deleteExpired('auth_sessions')} RETURNING ${ended}),
           opened AS (
             INSERT INTO auth_sessions (token_hash, user_id, device, expires_at)
             SELECT ?, id, ?::text, now() + make_interval(days => ?::int)
             FROM (SELECT id FROM users WHERE id = ?::uuid AND disabled_at IS NULL
                     AND password_hash IS NOT DISTINCT FROM coalesce(?::text, password_hash)
                     AND second_factor_since IS NOT DISTINCT FROM ?::timestamptz
                   FOR SHARE) AS verified
             RETURNING 1
           )
         SELECT EXISTS (SELECT FROM opened) AS "isOpen", (
           SELECT coalesce(json_agg(old), '[]') FROM (SELECT * FROM previous UNION SELECT * FROM outdated) AS old
         ) AS ended`,
        [
          previousToken === null ? null : tokenHash(previousToken),
          tokenHash(token),
          device,
          Math.min(this.times.idleDays, this.times.longestDays),
          userId,
          passwordHash,
          factorSince,
        ] as never
      )
      await this.#announce(rows[0].ended, trx)
      return rows[0].isOpen ? token : null
    })
  }

  /**
   * Records use and extends the session, up to the maximum lifetime. Returns false when another request did so just now, or the token is
   * no longer valid.
   */
  async touch(token: string): Promise<boolean> {
    const { rowCount } = await this.db.rawQuery<{ rowCount: number }>(
      `UPDATE auth_sessions SET touched_at = now(),
         expires_at = least(now() + make_interval(days => ?::int), created_at + make_interval(days => ?::int))
       WHERE token_hash = ? AND touched_at < now() - make_interval(mins => ?::int)`,
      [this.times.idleDays, this.times.longestDays, tokenHash(token), touchEveryMinutes]
    )
    return rowCount > 0
  }

  /** Whether the user proved their identity within the last `minutes` minutes. */
  async isProven(token: string | null, minutes: number): Promise<boolean> {
    if (token === null) return false
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
      'SELECT FROM auth_sessions WHERE token_hash = ? AND proven_at > now() - make_interval(mins => ?::int)',
      [tokenHash(token), minutes]
    )
    return rows.length > 0
  }

  /** Records a proof and rotates the token. Returns null when the session has ended. */
  async prove(token: string): Promise<string | null> {
    const next = newToken()
    const { rows } = await this.db.rawQuery<{ rows: unknown[] }>(
      'UPDATE auth_sessions SET token_hash = ?, proven_at = now() WHERE token_hash = ? AND expires_at > now() RETURNING 1',
      [tokenHash(next), tokenHash(token)]
    )
    return rows.length > 0 ? next : null
  }

  /** Lists a user's open sessions, the current one first, then by last use. */
  async list(userId: string, token: string | null): Promise<OpenSession[]> {
    const { rows } = await this.db.rawQuery<{ rows: OpenSession[] }>(
      `SELECT id, device, created_at AS "createdAt", touched_at AS "lastUsedAt", expires_at AS "expiresAt",
         token_hash IS NOT DISTINCT FROM ?::bytea AS "isCurrent"
       FROM auth_sessions WHERE user_id = ?::uuid AND expires_at > now()
       ORDER BY "isCurrent" DESC, touched_at DESC, id DESC LIMIT ?`,
      [token === null ? null : tokenHash(token), userId, limits.sessionsListed]
    )
    return rows
  }

  async openIds(userId: string): Promise<string[]> {
    const { rows } = await this.db.rawQuery<{ rows: { id: string }[] }>(
      'SELECT id FROM auth_sessions WHERE user_id = ?::uuid AND expires_at > now()',
      [userId]
    )
    return rows.map(({ id }) => id)
  }

  async lock(userId: string, id: string, trx: TransactionClientContract): Promise<boolean> {
    const { rows } = await trx.rawQuery<{ rows: unknown[] }>(
      'SELECT FROM auth_sessions WHERE id = ?::uuid AND user_id = ?::uuid AND expires_at > now() FOR KEY SHARE',
      [id, userId]
    )
    return rows.length > 0
  }

  /** Ends one session of the user. Returns false when the user has no open session with this id. */
  async endOne(userId: string, id: string): Promise<boolean> {
    const count = await this.#end('id = ?::uuid AND user_id = ?::uuid AND expires_at > now()', [id, userId])
    return count > 0
  }

  async end(token: string) {
    await this.#end('token_hash = ?', [tokenHash(token)])
  }

  /** Ends all sessions of a user, except the one with the token `except`. `trx` joins the caller's transaction. */
  async endAll(
    userId: string,
    { except = null, trx }: { except?: string | null; trx?: TransactionClientContract } = {}
  ) {
    const excepted = except === null ? null : tokenHash(except)
    await this.#end('user_id = ?::uuid AND token_hash IS DISTINCT FROM ?::bytea', [userId, excepted], trx)
  }

  async #end(condition: string, values: unknown[], outer?: TransactionClientContract): Promise<number> {
    const run = async (trx: TransactionClientContract) => {
      const { rows } = await trx.rawQuery<{ rows: EndedRow[] }>(
        `DELETE FROM auth_sessions WHERE ${condition} RETURNING ${ended}`,
        values as never
      )
      await this.#announce(rows, trx)
      return rows.length
    }
    return outer ? run(outer) : this.db.transaction(run)
  }

  async #announce(rows: readonly EndedRow[], trx: TransactionClientContract) {
    for (const [userId, sessions] of Map.groupBy(rows, (row) => row.userId))
      await this.ended.run({ userId, sessionIds: sessions.map(({ id }) => id) }, trx)
  }
}

const toUser = (
  {
    name,
    description,
    personality,
    background,
    lorebookIds,
    limitlessEnabled,
    ageMethod,
    ...user
  }: Omit<Row, 'hasAgreed' | 'isStale' | 'n' | 'sessionId'>,
  age: AgeSettings
): CurrentUser => ({
  ...user,
  // The guard knows the country.
  limitlessEnabled: adultAccess({ limitlessEnabled, ageMethod }, age, false).limitlessEnabled,
  isAdmin: isAdminRole(user.role),
  persona: toPersona(user, { name, description, personality, background, lorebookIds }),
})
