import type { Encryption } from '@adonisjs/core/encryption'
import type { Database } from '@adonisjs/lucid/database'
import { DiscordMembership } from '../../index.ts'
import type { DiscordApi } from './discord_api.ts'
import { discordIssuer } from './discord_provider.ts'
import { decryptToken } from './guild_token.ts'

interface Row {
  isKnownMember: boolean
  guild_token: string | null
}

/**
 * Membership in our Discord server for users who signed in with Discord. A confirmed membership is stored for good. Otherwise the token of
 * the last sign-in is used to ask again until it expires.
 */
export class DiscordGuildMembers extends DiscordMembership {
  constructor(
    private readonly db: Database,
    private readonly api: DiscordApi,
    private readonly encryption: Encryption,
    private readonly guildId: string
  ) {
    super()
  }

  async isMember(userId: string): Promise<boolean | null> {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT guild_member_seen_at IS NOT NULL AS "isKnownMember",
         CASE WHEN guild_token_expires_at > now() THEN guild_token END AS guild_token
       FROM user_identities WHERE user_id = ?::uuid AND issuer = ?`,
      [userId, discordIssuer]
    )
    const row = rows[0]
    if (!row) return false
    if (row.isKnownMember) return true
    const token = row.guild_token === null ? null : decryptToken(this.encryption, row.guild_token)
    if (token === null) return false
    const isMember = await this.api.isMember(this.guildId, token)
    if (isMember)
      await this.db.rawQuery(
        `UPDATE user_identities SET guild_member_seen_at = now(), guild_token = NULL, guild_token_expires_at = NULL
         WHERE user_id = ?::uuid AND issuer = ?`,
        [userId, discordIssuer]
      )
    return isMember
  }
}
