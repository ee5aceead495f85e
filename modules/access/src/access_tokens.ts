import { AccessToken } from '@adonisjs/auth/access_tokens'
import type { Secret } from '@adonisjs/core/helpers'
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { newId } from '#modules/kernel/ids'
import { waitForLock } from '#modules/kernel/locks'
import { uuidPattern } from '#modules/kernel/path_segment'
import { fail, ok, type Result } from '#modules/kernel/result'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { tokenLimits, type ApiToken, type CreatedApiToken, type NewApiToken } from '../api.ts'
import { tokenPrefix } from './token_prefix.ts'
import { AccessTokenRow } from './tables/access_token_row.ts'

/** The characters of a token's secret part, without the checksum that the framework adds. */
const secretLength = 40

/** The tokens of users. A token names its user and its row, and its secret part is stored as a hash. */
@inject()
export class AccessTokens {
  constructor(private readonly db: Database) {}

  /** Returns the tokens of a user, newest first, also those that have expired. */
  async list(userId: string): Promise<ApiToken[]> {
    const rows = await AccessTokenRow.of(userId).orderBy('id', 'desc')
    return rows.map(toApiToken)
  }

  async *exported(userId: string) {
    yield* await this.list(userId)
  }

  /** `created` runs in the same transaction. */
  async create(
    userId: string,
    { name, scopes, days }: NewApiToken,
    created?: (token: ApiToken, trx: TransactionClientContract) => Promise<void>
  ): Promise<Result<CreatedApiToken, 'too_many_tokens'>> {
    const { secret, hash } = AccessToken.seed(secretLength)
    return this.db.transaction(async (trx) => {
      // Two at once would both be the last one.
      await waitForLock(trx, `access.tokens ${userId}`)
      const others = await AccessTokenRow.of(userId, { client: trx }).select('id')
      if (others.length >= tokenLimits.tokensMax) return fail('too_many_tokens')
      const { rows } = await trx.rawQuery<{ rows: [Attributes<AccessTokenRow>] }>(
        `INSERT INTO access_tokens (user_id, id, name, hash, scopes, expires_at)
         VALUES (?::uuid, ?::uuid, ?, ?, ?::text[], now() + make_interval(days => ?::int))
         RETURNING ${attributesOf(AccessTokenRow)}`,
        [userId, newId(), name, hash, scopes as string[], days] as never
      )
      const [row] = rows
      const { value } = new AccessToken({ ...toAccessToken(row), prefix: tokenPrefix, secret })
      const token = toApiToken(row)
      await created?.(token, trx)
      return ok({ token, value: value!.release() })
    })
  }

  /** Returns false for a token that the user doesn't have. */
  async revoke(userId: string, id: string, trx?: TransactionClientContract): Promise<boolean> {
    const rows = AccessTokenRow.of(userId, trx && { client: trx })
    const [count] = (await rows.where('id', id).delete()) as unknown as [number]
    return count > 0
  }

  async forgetUser(userId: string, trx: TransactionClientContract) {
    await AccessTokenRow.of(userId, { client: trx }).delete()
  }

  /** Returns the token with this value, or null if it's wrong, revoked or expired. Records its use. */
  async verify(value: Secret<string>): Promise<AccessToken | null> {
    const given = AccessToken.decode(tokenPrefix, value.release())
    const [userId = '', id = ''] = given?.identifier.split(' ') ?? []
    if (!given || !isUuid.test(userId) || !isUuid.test(id)) return null
    const row = await AccessTokenRow.of(userId).where('id', id).first()
    const token = row && new AccessToken(toAccessToken(row))
    if (!token || !token.verify(given.secret) || token.isExpired()) return null
    await this.db.rawQuery(
      `UPDATE access_tokens SET last_used_at = now()
       WHERE user_id = ?::uuid AND id = ?::uuid AND (last_used_at IS NULL OR last_used_at < now() - INTERVAL '1 minute')`,
      [userId, id]
    )
    return token
  }
}

const isUuid = new RegExp(`^${uuidPattern.source}$`)

const toAccessToken = (row: Attributes<AccessTokenRow>) => ({
  // Names the user, so that its row is found in a private table.
  identifier: `${row.userId} ${row.id}`,
  tokenableId: row.userId,
  type: 'api',
  name: row.name,
  hash: row.hash,
  abilities: row.scopes,
  createdAt: row.createdAt,
  updatedAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  expiresAt: row.expiresAt,
})

const toApiToken = ({ id, name, scopes, createdAt, lastUsedAt, expiresAt }: Attributes<AccessTokenRow>): ApiToken => ({
  id,
  name,
  scopes,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
})
