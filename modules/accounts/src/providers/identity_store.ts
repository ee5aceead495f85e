import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { UserIdentityRow } from '../tables/user_identity_row.ts'
import { encryptToken } from './guild_token.ts'
import type { Identity } from './identity_provider.ts'

export interface Owner {
  userId: string
  isDisabled: boolean
}

/** Links between identities and accounts. An account has at most one identity per issuer. */
@inject()
export class IdentityStore {
  constructor(private readonly encryption: Encryption) {}

  async owner(client: Database | TransactionClientContract, { issuer, subject }: Identity): Promise<Owner | null> {
    const { rows } = await client.rawQuery<{ rows: Owner[] }>(
      `SELECT u.id AS "userId", u.disabled_at IS NOT NULL AS "isDisabled"
       FROM user_identities i JOIN users u ON u.id = i.user_id WHERE i.issuer = ? AND i.subject = ?`,
      [issuer, subject]
    )
    return rows[0] ?? null
  }

  /**
   * Links an identity. Throws `user_identities_pkey` when it is linked already, or `user_identities_one_per_issuer` when the account has
   * another identity of this issuer.
   */
  async add(trx: TransactionClientContract, userId: string, identity: Identity) {
    const { issuer, subject } = identity
    await UserIdentityRow.create({ issuer, subject, userId }, { client: trx })
    await this.keepGuild(trx, identity)
  }

  /** Stores the membership in our Discord server. Known members need no token. */
  async keepGuild(client: Database | TransactionClientContract, { issuer, subject, guild }: Identity) {
    if (!guild) return
    const token = guild.isMember ? null : encryptToken(this.encryption, guild.token)
    await client.rawQuery(
      `UPDATE user_identities SET
         guild_member_seen_at = CASE WHEN ? THEN coalesce(guild_member_seen_at, now()) ELSE guild_member_seen_at END,
         guild_token = CASE WHEN guild_member_seen_at IS NULL THEN ?::text END,
         guild_token_expires_at =
           CASE WHEN guild_member_seen_at IS NULL AND ?::text IS NOT NULL THEN now() + make_interval(secs => ?::float8) END
       WHERE issuer = ? AND subject = ?`,
      [guild.isMember, token, token, guild.tokenSeconds, issuer, subject]
    )
  }
}
