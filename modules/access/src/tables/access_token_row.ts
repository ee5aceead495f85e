import { column, PrivateRow } from '#modules/kernel/tables'
import type { TokenScope } from '../../api.ts'

export class AccessTokenRow extends PrivateRow {
  static override table = 'access_tokens'

  @column({ isPrimary: true }) declare id: string
  @column() declare name: string
  /** SHA-256 of the secret part, in hex. */
  @column() declare hash: string
  @column() declare scopes: TokenScope[]
  @column() declare createdAt: Date
  @column() declare lastUsedAt: Date | null
  @column() declare expiresAt: Date | null
}
