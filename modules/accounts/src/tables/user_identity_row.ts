import { column, Row } from '#modules/kernel/tables'

export class UserIdentityRow extends Row {
  static override table = 'user_identities'

  @column() declare issuer: string
  @column() declare subject: string
  @column() declare userId: string
  @column() declare createdAt: Date
  @column() declare guildMemberSeenAt: Date | null
  @column() declare guildToken: string | null
  @column() declare guildTokenExpiresAt: Date | null
}
