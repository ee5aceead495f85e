import { column, Row } from '#modules/kernel/tables'

export class AuthSessionRow extends Row {
  static override table = 'auth_sessions'

  @column({ isPrimary: true }) declare tokenHash: Buffer
  @column() declare id: string
  @column() declare userId: string
  @column() declare createdAt: Date
  @column() declare touchedAt: Date
  @column() declare expiresAt: Date
  @column() declare provenAt: Date
  @column() declare device: string | null
}
