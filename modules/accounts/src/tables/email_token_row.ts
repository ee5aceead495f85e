import { column, Row } from '#modules/kernel/tables'

export class EmailTokenRow extends Row {
  static override table = 'email_tokens'

  @column({ isPrimary: true }) declare tokenHash: Buffer
  @column() declare userId: string
  @column() declare purpose: 'password_reset' | 'verification'
  @column() declare email: string
  @column() declare expiresAt: Date
}
