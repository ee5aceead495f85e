import { column, Row } from '#modules/kernel/tables'

export class PendingAccountRow extends Row {
  static override table = 'pending_accounts'

  @column({ isPrimary: true }) declare id: string
  @column() declare tokenHash: Buffer | null
  @column() declare email: string
  @column() declare passwordHash: string
  @column() declare firstName: string | null
  @column() declare lastName: string | null
  @column() declare invitationHash: Buffer | null
  @column() declare next: string
  @column() declare expiresAt: Date
}
